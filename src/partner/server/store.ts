import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { BenefitTable, Db, PartnerTable, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { normaliseTaxId } from '#kit/brazil.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import { containsText } from '#kit/server/db/textSearch.ts'
import type { StaffMember, VisibleLots } from '#session/server/caller.ts'
import { assertLot } from '#staff/server/member.ts'

export type PartnerRow = Selectable<PartnerTable>
export type BenefitRow = Selectable<BenefitTable>

type Viewer = Pick<StaffMember, 'lots'>

/** Whether all lots of a partner are among these. */
function isWithinLots(lots: VisibleLots) {
  return lots === null ? sql<boolean>`true` : sql<boolean>`lot_ids <@ ${[...lots]}::int[]`
}

type PartnerSearch = PageRequest & {
  readonly q: string
  readonly lotId: number | null
  readonly lots: VisibleLots
  readonly state: 'active' | 'inactive' | null
}

/** By name or CNPJ; active ones first. */
export async function searchPartners(db: Db, { q, lotId, lots, state, ...request }: PartnerSearch) {
  let list = db.selectFrom('partner').selectAll().where(isWithinLots(lots))
  const taxId = normaliseTaxId(q)
  if (/^[0-9A-Z]{12}\d{2}$/.test(taxId)) list = list.where('cnpj', '=', taxId)
  else if (q !== '') list = list.where(containsText('name', q))
  if (lotId !== null) list = list.where(sql<boolean>`${lotId}::int = any(lot_ids)`)
  if (state !== null) list = list.where('active', '=', state === 'active')
  return fetchPage(db, list, request, (partners) =>
    partners.orderBy('active', 'desc').orderBy('name').orderBy('id'),
  )
}

/** Throws `not_found`, also where one of its lots is not the member's. */
export async function requirePartner(db: Db, id: number, by: Viewer): Promise<PartnerRow> {
  return requireVisible(
    await db.selectFrom('partner').selectAll().where('id', '=', id).executeTakeFirst(),
    by,
  )
}

/** Throws as `requirePartner`. */
export async function lockVisiblePartner(tx: Tx, id: number, by: Viewer): Promise<PartnerRow> {
  return requireVisible(await lockPartner(tx, id), by)
}

function requireVisible(partner: PartnerRow | undefined, by: Viewer): PartnerRow {
  if (!partner) throw fail('not_found')
  assertLot(by, ...partner.lot_ids)
  return partner
}

/** Limits of its month are counted under this lock. */
export async function lockPartner(tx: Tx, id: number): Promise<PartnerRow | undefined> {
  assertLockOrder(tx, 'partner', id)
  return tx.selectFrom('partner').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The active partner of an account. */
export async function findShop(db: Db, userId: number): Promise<PartnerRow | undefined> {
  return db
    .selectFrom('partner')
    .innerJoin('partner_person', 'partner_person.partner_id', 'partner.id')
    .selectAll('partner')
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst()
}

export async function insertPartner(tx: Tx, partner: Insertable<PartnerTable>): Promise<number> {
  const inserted = tx.insertInto('partner').values(partner).returning('id')
  return (await inserted.executeTakeFirstOrThrow()).id
}

export async function updatePartner(tx: Tx, id: number, change: Updateable<PartnerTable>): Promise<void> {
  await tx.updateTable('partner').set(change).where('id', '=', id).execute()
}

/** With its benefits, codes, people and invitations. */
export async function deletePartner(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('partner').where('id', '=', id).execute()
}

/** In the order of their making. */
export async function listBenefits(db: Db, partnerId: number): Promise<BenefitRow[]> {
  return db.selectFrom('benefit').selectAll().where('partner_id', '=', partnerId).orderBy('id').execute()
}

export async function findBenefit(db: Db, id: number): Promise<BenefitRow | undefined> {
  return db.selectFrom('benefit').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Active benefits of active partners of a lot, all of whose lots are among these. */
export async function listBenefitsOfLot(db: Db, lotId: number, lots: VisibleLots) {
  return db
    .selectFrom('benefit')
    .innerJoin('partner', 'partner.id', 'benefit.partner_id')
    .select(['benefit.id', 'benefit.name', 'partner.name as partner'])
    .where(sql<boolean>`${lotId}::int = any(lot_ids)`)
    .where(isWithinLots(lots))
    .where('partner.active', '=', true)
    .where('benefit.active', '=', true)
    .orderBy('partner.name')
    .orderBy('benefit.id')
    .execute()
}

export async function partnerNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('partner').select(['id', 'name']).where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
