import type { Tx } from '#db/schema.ts'
import { isoIn, type SharedClock } from '#kit/clock.ts'
import { localInstant } from '#kit/localInstant.ts'
import {
  highestVersion,
  insertTariffVersion,
  listScheduled,
  readDatabaseTime,
  readTariffInForce,
  startOf,
  withdrawVersion,
} from './store.ts'
import { auditTariff } from './tariffAudit.ts'

/**
 * Copies the version in force to the lot's next zone, from now (docs/spec.md#r35), and each scheduled one to the
 * same local date and time there; one that is past then begins now. The lot must be locked.
 */
export async function changeTariffTimeZone(
  tx: Tx,
  change: { lotId: number; from: string; to: string; actor: string; clock: SharedClock },
): Promise<void> {
  const { lotId, from, to, actor, clock } = change
  const by = { actor, now: await readDatabaseTime(tx, clock) }
  const current = await readTariffInForce(tx, lotId, by.now)
  if (!current) return
  const scheduled = (await listScheduled(tx, lotId, by.now)).filter(({ id }) => id !== current.id)
  let version = await highestVersion(tx, lotId)
  for (const old of [current, ...scheduled]) {
    version += 1
    const start = localInstant(isoIn(old.time_zone, startOf(old)).slice(0, 16), to)
    const startsAt = old === current || start <= by.now ? null : start
    if (old !== current) await withdrawVersion(tx, old.id, by.now)
    const { name, rules } = old
    const copy = { version, name, rules, time_zone: to, created_at: by.now, starts_at: startsAt }
    await insertTariffVersion(tx, { lot_id: lotId, ...copy })
    const action = startsAt === null ? 'new_version' : 'tariff_scheduled'
    const before = { version: old.version, time_zone: from }
    const after = { version, time_zone: to, ...(startsAt && { starts_at: startsAt.toISOString() }) }
    await auditTariff(tx, { lotId, action, before, after }, by)
  }
}
