import { type Selectable, sql, type Updateable } from 'kysely'
import type { ContestTable, Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { extractTicketCode } from '#checkout/ticketCode.ts'
import type { PageRequest } from '#kit/paging.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { countCapped, fetchPage } from '#kit/server/db/query/fetchPage.ts'
import { readProtocol } from '#payment/texts.ts'
import type { VisibleLots, StaffMember } from '#session/server/caller.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { inPeriod } from '#staff/server/localPeriod.ts'
import { assertLot, isInLots } from '#staff/server/member.ts'
import { type AuditEntry, audit } from '#kit/server/audit.ts'
import type { ContestState } from '../states.ts'

export type Contest = Selectable<ContestTable>

export async function newestContest(db: Db, paymentId: number): Promise<Contest | undefined> {
  return db
    .selectFrom('contest')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Reads a contest anew once its payment is locked, which serialises changes. */
export async function rereadContest(tx: Tx, id: number): Promise<Contest> {
  return tx.selectFrom('contest').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function updateContest(tx: Tx, id: number, change: Updateable<ContestTable>): Promise<Contest> {
  return tx.updateTable('contest').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

type StateChange = Updateable<ContestTable> & { readonly state: ContestState }
type ChangedBy = Pick<AuditEntry<'contest'>, 'at' | 'actor' | 'action'>

/** Updates a contest and audits its old and new state. */
export async function changeState(tx: Tx, { id, state }: Contest, change: StateChange, by: ChangedBy) {
  const states = { before: { state }, after: { state: change.state } }
  await audit(tx, { ...by, subject: 'contest', subjectId: String(id), ...states })
  return updateContest(tx, id, change)
}

export function contests(db: Db) {
  return db
    .selectFrom('contest')
    .innerJoin('payment', 'payment.id', 'contest.payment_id')
    .leftJoin('lot', 'lot.id', 'payment.lot_id')
    .selectAll('contest')
    .select(['payment.token', 'payment.ticket_code', 'payment.time_zone', 'payment.lot_id'])
    .select('lot.name as lot')
}

export type ContestWithPayment = Awaited<ReturnType<ReturnType<typeof contests>['executeTakeFirstOrThrow']>>

type ContestFilters = StateFilters<ContestState>

/** The period is that of the opening. */
export function narrowContests(db: Db, search: ContestFilters) {
  const { q, lots, state } = search
  let list = contests(db)
    .where(inPeriod(search, sql.ref('contest.opened_at'), sql.ref('payment.time_zone')))
    .where(isInLots(lots, sql.ref('payment.lot_id')))
  if (state !== null) list = list.where('contest.state', '=', state)
  if (q === '') return list
  return list.where(
    sql<boolean>`(payment.ticket_code = ${extractTicketCode(q)} or payment.id = ${readProtocol(q)}::bigint)`,
  )
}

/** The oldest first. */
export function searchContests(db: Db, search: ContestFilters & PageRequest) {
  return fetchPage(db, narrowContests(db, search), search, (list) => list.orderBy('contest.id'))
}

export async function countOpenContests(db: Db, lots: VisibleLots): Promise<number> {
  const open = narrowContests(db, { q: '', lots, state: 'open', from: null, until: null })
  return (await countCapped(db, open)).total
}

/** Throws `not_found`, for one of another lot too. */
export async function contestById(
  db: Db,
  id: number,
  member: Pick<StaffMember, 'lots'>,
): Promise<ContestWithPayment> {
  const row = await contests(db).where('contest.id', '=', id).executeTakeFirst()
  if (!row) throw fail('not_found')
  assertLot(member, row.lot_id)
  return row
}

export function contestsByIds(db: Db, ids: readonly number[]) {
  return contests(db).where('contest.id', '=', anyOf(ids)).execute()
}

export async function contestNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await contestsByIds(db, ids)
  return new Map(rows.map(({ id, ticket_code: code }) => [id, `Ticket ${code}`]))
}
