import { sql } from 'kysely'
import { type City, wireCity } from '#account/server/city/cities.ts'
import type { Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { takeLock } from '#kit/server/db/locks.ts'
import type { WireLotEntry } from '../../backoffice.ts'
import { toTotalFields } from '../../spaces.ts'
import { closingSettingsOf, tillSettingsOf } from '../closingLots.ts'
import { lockLot, spacesOf } from '../store.ts'
import type { ParkingDeps } from '../deps.ts'
import { findLotCity } from './searchLots.ts'

type LotEntry = Omit<WireLotEntry, 'city'> & { city?: City | null | undefined }
type ChangeAuthor = { actor: string; now: Date }

/** The next small number, which gates are configured with. Throws 422 for a taken name. */
export async function addLot(tx: Tx, { city = null, ...entry }: LotEntry, by: ChangeAuthor): Promise<number> {
  const { now } = by
  await assertNameFree(tx, entry.name, null)
  const { id } = await tx
    .selectFrom('lot')
    .select(sql<number>`(coalesce(max(id), 0) + 1)::int`.as('id'))
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('lot')
    .values({ id, ...lotColumns(entry), created_at: now, updated_at: now })
    .execute()
  await setCity(tx, id, city)
  await audit(tx, { ...lotAuditEntry(id, by), action: 'created', after: auditedFields(entry, city) })
  return id
}

/** Equal values change nothing. Throws `not_found`, 422. */
export async function changeLot(
  tx: Tx,
  id: number,
  { city: chosen, ...entry }: LotEntry,
  { changeTariffTimeZone, clock, ...by }: ChangeAuthor & Pick<ParkingDeps, 'changeTariffTimeZone' | 'clock'>,
): Promise<void> {
  await assertNameFree(tx, entry.name, id)
  const lot = await lockLot(tx, id)
  if (!lot) throw fail('not_found')
  const { name, time_zone, reserve_hint } = lot
  const totals = toTotalFields(spacesOf(lot).total)
  const known = {
    name,
    time_zone,
    ...totals,
    reserve_hint,
    closing: closingSettingsOf(lot),
    till: tillSettingsOf(lot),
  }
  const cityBefore = await findLotCity(tx, id)
  const city = chosen === undefined ? cityBefore : chosen
  const before = auditedFields(known, cityBefore)
  const after = auditedFields({ ...known, ...entry }, city)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (time_zone !== entry.time_zone) {
    const zones = { from: time_zone, to: entry.time_zone }
    await changeTariffTimeZone(tx, { lotId: id, ...zones, actor: by.actor, clock })
  }
  await tx
    .updateTable('lot')
    .set({ ...lotColumns(entry), updated_at: by.now })
    .where('id', '=', id)
    .execute()
  await setCity(tx, id, city)
  await audit(tx, { ...lotAuditEntry(id, by), action: 'changed', before, after })
}

const lotAuditEntry = (id: number, { actor, now }: ChangeAuthor) =>
  ({ at: now, actor, subject: 'lot', subjectId: String(id) }) as const

async function assertNameFree(tx: Tx, name: string, except: number | null): Promise<void> {
  await takeLock(tx, 'lots')
  const taken = await tx
    .selectFrom('lot')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', except ?? 0)
    .executeTakeFirst()
  if (taken) throw invalid({ name: ['Já existe um estacionamento com este nome.'] })
}

async function setCity(tx: Tx, lotId: number, city: City | null): Promise<void> {
  if (city === null) {
    await tx.deleteFrom('lot_city').where('lot_id', '=', lotId).execute()
    return
  }
  await tx
    .insertInto('lot_city')
    .values({ lot_id: lotId, city_id: city.id })
    .onConflict((conflict) => conflict.column('lot_id').doUpdateSet({ city_id: city.id }))
    .execute()
}

type LotColumnValues = Omit<WireLotEntry, 'city' | 'time_zone'> & { time_zone: string }

function lotColumns({ closing, till, ...columns }: LotColumnValues) {
  return {
    ...columns,
    ...(closing && {
      closing_delay_minutes: closing.delayMinutes,
      closing_emails: JSON.stringify(closing.emails),
    }),
    ...(till && { till_blind: till.blind, till_difference_cents: till.differenceCents }),
  }
}

function auditedFields(lot: LotColumnValues, city: City | null) {
  const emails = lot.closing && { closing_emails: lot.closing.emails.join(', ') }
  return { ...lotColumns(lot), ...emails, city: city && wireCity(city).text }
}
