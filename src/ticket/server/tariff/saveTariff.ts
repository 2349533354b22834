import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { addMs, dayMs, minuteMs, type SharedClock } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { lockLot } from '#parking/server/store.ts'
import { type TariffRules, tariffRules } from '../../tariff.ts'
import {
  highestVersion,
  insertTariffVersion,
  listScheduled,
  readDatabaseTime,
  readTariffInForce,
  requireTariffVersion,
  startOf,
  type TariffVersion,
  withdrawVersion,
} from './store.ts'
import { auditedVersion, auditTariff } from './tariffAudit.ts'

type NewTariff = {
  lotId: number
  name: string
  rules: TariffRules
  /** The highest number of the lot that the caller knows. */
  seenVersion: number
  /** Null for now. */
  startsAt: Date | null
  /** A scheduled version that this one takes the place of. */
  replaces: number | null
}
type By = { actor: string; clock: SharedClock }

const maxDaysAhead = 400

/**
 * Applies to cars that enter from its start on; rules that would be in force then anyway add no version. Throws
 * `not_found`, 422 of a start, `tariff_changed`, `tariff_scheduled` and `tariff_begun`.
 */
export async function saveTariff(tx: Tx, wanted: NewTariff, { actor, clock }: By): Promise<number> {
  const { lotId, seenVersion, startsAt } = wanted
  const { now, timeZone } = await lockTariffs(tx, lotId, clock)
  if ((await highestVersion(tx, lotId)) !== seenVersion) throw fail('tariff_changed')
  if (startsAt !== null) assertStart(startsAt, { now, isFirst: seenVersion === 0 })
  const replaced =
    wanted.replaces === null ? null : await requireScheduled(tx, { lotId, version: wanted.replaces, now })
  const next = { name: wanted.name, rules: z.parse(tariffRules, wanted.rules), time_zone: timeZone }
  const at = startsAt ?? now
  if (replaced && isSame(replaced, next) && startOf(replaced).getTime() === at.getTime())
    return replaced.version
  const scheduled = (await listScheduled(tx, lotId, now)).filter(({ id }) => id !== replaced?.id)
  if (startsAt !== null && scheduled.some((each) => startOf(each).getTime() === at.getTime()))
    throw fail('tariff_scheduled')
  const by = { actor, now }
  if (replaced) await withdraw(tx, replaced, by)
  const before = await readTariffInForce(tx, lotId, at)
  if (before && isSame(before, next)) return before.version
  const version = seenVersion + 1
  await insertTariffVersion(tx, { lot_id: lotId, version, ...next, created_at: now, starts_at: startsAt })
  const action = startsAt === null ? 'new_version' : 'tariff_scheduled'
  const start = startsAt && { starts_at: startsAt.toISOString() }
  const after = { ...auditedVersion({ version, ...next }), ...start }
  await auditTariff(tx, { lotId, action, before: before && auditedVersion(before), after }, by)
  return version
}

/** Throws `not_found`, also for a withdrawn version, and `tariff_begun`. */
export async function withdrawTariff(
  tx: Tx,
  { lotId, version }: { lotId: number; version: number },
  { actor, clock }: By,
): Promise<void> {
  const { now } = await lockTariffs(tx, lotId, clock)
  await withdraw(tx, await requireScheduled(tx, { lotId, version, now }), { actor, now })
}

async function withdraw(tx: Tx, tariff: TariffVersion, by: { actor: string; now: Date }): Promise<void> {
  await withdrawVersion(tx, tariff.id, by.now)
  const after = { version: tariff.version, name: tariff.name, starts_at: startOf(tariff).toISOString() }
  await auditTariff(tx, { lotId: tariff.lot_id, action: 'tariff_withdrawn', before: null, after }, by)
}

/** Until the transaction ends nobody else changes versions of the lot; `now` is the database's. */
async function lockTariffs(tx: Tx, lotId: number, clock: SharedClock) {
  const lot = await lockLot(tx, lotId)
  if (!lot) throw fail('not_found')
  return { timeZone: lot.time_zone, now: await readDatabaseTime(tx, clock) }
}

function assertStart(startsAt: Date, { now, isFirst }: { now: Date; isFirst: boolean }): void {
  if (isFirst) throw invalid({ starts_at: ['A primeira versão de um estacionamento começa já.'] })
  if (startsAt <= now) throw invalid({ starts_at: ['Informe um início no futuro.'] })
  if (startsAt > addMs(now, maxDaysAhead * dayMs))
    throw invalid({ starts_at: [`No máximo ${maxDaysAhead} dias à frente.`] })
  if (startsAt.getTime() % minuteMs !== 0) throw invalid({ starts_at: ['Informe um minuto inteiro.'] })
}

async function requireScheduled(
  tx: Tx,
  { lotId, version, now }: { lotId: number; version: number; now: Date },
): Promise<TariffVersion> {
  const tariff = await requireTariffVersion(tx, lotId, version)
  if (tariff.withdrawn_at !== null) throw fail('not_found')
  if (startOf(tariff) <= now) throw fail('tariff_begun')
  return tariff
}

type Terms = Pick<TariffVersion, 'name' | 'rules' | 'time_zone'>

function isSame(one: Terms, other: Terms): boolean {
  const key = ({ name, rules, time_zone }: Terms) => JSON.stringify([name, rules, time_zone])
  return key(one) === key(other)
}
