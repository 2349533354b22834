import { sql } from 'kysely'
import { type City, wireCity } from '#account/server/city/cities.ts'
import type { Tx } from '#db/schema.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { takeLock } from '#kit/server/db/locks.ts'
import { type Spaces, totalsOf } from '../../spaces.ts'
import { closingOf } from '../closingLots.ts'
import { lockLot, setCity } from '../store.ts'
import type { LotBackOfficeDeps } from './deps.ts'
import { backOfficeLot, lotCity } from './searchLots.ts'

export type LotEntry = {
  name: string
  timeZone: string
  total: Spaces
  city?: City | null | undefined
  closing?: ReturnType<typeof closingOf> | undefined
}
type By = { actor: string; now: Date }

/** The next small number, which gates are configured with. Throws 422 for a taken name. */
export async function addLot(tx: Tx, entry: LotEntry, { actor, now }: By): Promise<number> {
  await refuseTakenName(tx, entry.name, null)
  const { id } = await tx
    .selectFrom('lot')
    .select(sql<number>`(coalesce(max(id), 0) + 1)::int`.as('id'))
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('lot')
    .values({ id, ...columnsOf(entry), created_at: now, updated_at: now })
    .execute()
  const city = entry.city ?? null
  await setCity(tx, id, city && city.id)
  const common = { at: now, actor, subject: 'lot', subjectId: String(id) } as const
  await audit(tx, { ...common, action: 'created', after: auditedFields(entry, city) })
  return id
}

/** Equal values change nothing. Throws `not_found`, 422. */
export async function changeLot(
  tx: Tx,
  id: number,
  entry: LotEntry,
  { actor, now, changeZone }: By & Pick<LotBackOfficeDeps, 'changeZone'>,
): Promise<void> {
  await refuseTakenName(tx, entry.name, id)
  const lot = await lockLot(tx, id)
  if (!lot) throw fail('not_found')
  const cityBefore = await lotCity(tx, id)
  const city = entry.city === undefined ? cityBefore : entry.city
  const before = auditedFields(backOfficeLot(lot), cityBefore)
  const after = auditedFields({ ...entry, closing: entry.closing ?? closingOf(lot) }, city)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (lot.time_zone !== entry.timeZone)
    await changeZone(tx, { lotId: id, from: lot.time_zone, to: entry.timeZone, actor, now })
  await tx
    .updateTable('lot')
    .set({ ...columnsOf(entry), updated_at: now })
    .where('id', '=', id)
    .execute()
  await setCity(tx, id, city && city.id)
  const common = { at: now, actor, subject: 'lot', subjectId: String(id) } as const
  await audit(tx, { ...common, action: 'changed', before, after })
}

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

type InColumns = Pick<LotEntry, 'name' | 'timeZone' | 'total' | 'closing'>

function columnsOf({ name, timeZone, total, closing }: InColumns) {
  return {
    name,
    time_zone: timeZone,
    ...totalsOf(total),
    ...(closing && {
      closing_delay_minutes: closing.delayMinutes,
      closing_emails: JSON.stringify(closing.emails),
    }),
  }
}

function auditedFields(lot: InColumns, city: City | null) {
  const emails = lot.closing && { closing_emails: lot.closing.emails.join(', ') }
  return { ...columnsOf(lot), ...emails, city: city && wireCity(city).text }
}
