import { sql } from 'kysely'
import { type City, wireCity } from '#account/server/city/cities.ts'
import type { Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { takeLock } from '#kit/server/db/locks.ts'
import type { LotEntryWire } from '../../backoffice.ts'
import { totalsOf } from '../../spaces.ts'
import { closingOf } from '../closingLots.ts'
import { lockLot, spacesOf } from '../store.ts'
import type { LotBackOfficeDeps } from './deps.ts'
import { lotCity } from './searchLots.ts'

type LotEntry = Omit<LotEntryWire, 'city'> & { city?: City | null | undefined }
type By = { actor: string; now: Date }

/** The next small number, which gates are configured with. Throws 422 for a taken name. */
export async function addLot(tx: Tx, { city = null, ...entry }: LotEntry, by: By): Promise<number> {
  const { now } = by
  await refuseTakenName(tx, entry.name, null)
  const { id } = await tx
    .selectFrom('lot')
    .select(sql<number>`(coalesce(max(id), 0) + 1)::int`.as('id'))
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('lot')
    .values({ id, ...columnsOf(entry), created_at: now, updated_at: now })
    .execute()
  await setCity(tx, id, city)
  await audit(tx, { ...ofLot(id, by), action: 'created', after: auditedFields(entry, city) })
  return id
}

/** Equal values change nothing. Throws `not_found`, 422. */
export async function changeLot(
  tx: Tx,
  id: number,
  { city: chosen, ...entry }: LotEntry,
  { changeZone, ...by }: By & Pick<LotBackOfficeDeps, 'changeZone'>,
): Promise<void> {
  await refuseTakenName(tx, entry.name, id)
  const lot = await lockLot(tx, id)
  if (!lot) throw fail('not_found')
  const { name, time_zone } = lot
  const known = { name, time_zone, ...totalsOf(spacesOf(lot).total), closing: closingOf(lot) }
  const cityBefore = await lotCity(tx, id)
  const city = chosen === undefined ? cityBefore : chosen
  const before = auditedFields(known, cityBefore)
  const after = auditedFields({ ...entry, closing: entry.closing ?? known.closing }, city)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (time_zone !== entry.time_zone)
    await changeZone(tx, { lotId: id, from: time_zone, to: entry.time_zone, ...by })
  await tx
    .updateTable('lot')
    .set({ ...columnsOf(entry), updated_at: by.now })
    .where('id', '=', id)
    .execute()
  await setCity(tx, id, city)
  await audit(tx, { ...ofLot(id, by), action: 'changed', before, after })
}

const ofLot = (id: number, { actor, now }: By) =>
  ({ at: now, actor, subject: 'lot', subjectId: String(id) }) as const

async function refuseTakenName(tx: Tx, name: string, except: number | null): Promise<void> {
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

type InColumns = Omit<LotEntryWire, 'city' | 'time_zone'> & { time_zone: string }

function columnsOf({ closing, ...columns }: InColumns) {
  if (!closing) return columns
  const { delayMinutes, emails } = closing
  return { ...columns, closing_delay_minutes: delayMinutes, closing_emails: JSON.stringify(emails) }
}

function auditedFields(lot: InColumns, city: City | null) {
  const emails = lot.closing && { closing_emails: lot.closing.emails.join(', ') }
  return { ...columnsOf(lot), ...emails, city: city && wireCity(city).text }
}
