import { type Selectable, sql } from 'kysely'
import type { Db, DisputeTable, Tx } from '#db/schema.ts'
import { extractTicketCode } from '#checkout/ticketCode.ts'
import { cleanText } from '#kit/brazil.ts'
import { fail } from '#kit/fail.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { countCapped, fetchPage } from '#kit/server/db/query/fetchPage.ts'
import type { PageRequest } from '#kit/paging.ts'
import { readProtocol } from '#payment/texts.ts'
import type { VisibleLots, StaffMember } from '#session/server/caller.ts'
import { assertLot, isInLots } from '#staff/server/member.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { inPeriod } from '#staff/server/localPeriod.ts'
import type { DisputeState } from '../states.ts'

export type DisputeRow = Selectable<DisputeTable>

export function disputes(db: Db) {
  return db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.id', 'dispute.payment_id')
    .innerJoin('sale_event', 'sale_event.id', 'dispute.sale_event_id')
    .innerJoin('attempt', 'attempt.id', 'sale_event.attempt_id')
    .leftJoin('lot', 'lot.id', 'payment.lot_id')
    .selectAll('dispute')
    .select(['payment.token', 'payment.ticket_code', 'payment.time_zone', 'payment.lot_id'])
    .select(['payment.payment_type', 'payment.created_at', 'sale_event.number', 'sale_event.text'])
    .select('sale_event.attempt_id')
    .select(['attempt.eci', 'attempt.acquirer', 'lot.name as lot'])
}

export type DisputeWithPayment = Awaited<ReturnType<ReturnType<typeof disputes>['executeTakeFirstOrThrow']>>

type DisputeFilters = StateFilters<DisputeState>

/** The period is that of the notice. */
export function narrowDisputes(db: Db, search: DisputeFilters) {
  const { q, lots, state } = search
  let list = disputes(db)
    .where(inPeriod(search, sql.ref('dispute.told_at'), sql.ref('payment.time_zone')))
    .where(isInLots(lots, sql.ref('payment.lot_id')))
  if (state !== null) list = list.where('dispute.state', '=', state)
  if (q === '') return list
  return list.where(
    sql<boolean>`(payment.ticket_code = ${extractTicketCode(q)} or sale_event.number = ${cleanText(q)} or payment.id = ${readProtocol(q)}::bigint)`,
  )
}

export async function countOpenDisputes(db: Db, lots: VisibleLots): Promise<number> {
  const open = narrowDisputes(db, { q: '', lots, state: 'open', from: null, until: null })
  return (await countCapped(db, open)).total
}

export function searchDisputes(db: Db, search: DisputeFilters & PageRequest) {
  return fetchPage(db, narrowDisputes(db, search), search, (list) =>
    list.orderBy('dispute.told_at', 'desc').orderBy('dispute.id', 'desc'),
  )
}

/** Throws `not_found`, for one of another lot too. */
export async function disputeById(
  db: Db,
  id: number,
  member: Pick<StaffMember, 'lots'>,
): Promise<DisputeWithPayment> {
  const row = await disputes(db).where('dispute.id', '=', id).executeTakeFirst()
  if (!row) throw fail('not_found')
  assertLot(member, row.lot_id)
  return row
}

export async function lockDispute(tx: Tx, id: number): Promise<DisputeRow> {
  return tx.selectFrom('dispute').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export function disputesByIds(db: Db, ids: readonly number[]) {
  return disputes(db).where('dispute.id', '=', anyOf(ids)).execute()
}

export async function disputeNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await disputesByIds(db, ids)
  return new Map(rows.map(({ id, ticket_code: code }) => [id, `Ticket ${code}`]))
}
