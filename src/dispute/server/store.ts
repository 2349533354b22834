import { type Selectable, sql } from 'kysely'
import type { Db, DisputeTable, Tx } from '#db/schema.ts'
import { cleanText } from '#kit/brazil.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { countCapped } from '#kit/server/db/query/fetchPage.ts'
import { allOpen, isSought } from '#review/server/backoffice/searchByPayment.ts'
import type { VisibleLots, StaffMember } from '#session/server/caller.ts'
import { requireVisible } from '#staff/server/member.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
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

/** The period is that of the notice. */
export function narrowDisputes(db: Db, search: StateFilters<DisputeState>) {
  const isNumbered = sql<boolean>`sale_event.number = ${cleanText(search.q)}`
  return disputes(db).where(isSought(search, { table: 'dispute', at: 'notified_at', isNamed: isNumbered }))
}

export async function countOpenDisputes(db: Db, lots: VisibleLots): Promise<number> {
  return (await countCapped(db, narrowDisputes(db, { ...allOpen, lots }))).total
}

/** Throws `not_found`, for one of another lot too. */
export async function disputeById(db: Db, id: number, member: Pick<StaffMember, 'lots'>) {
  return requireVisible(await disputes(db).where('dispute.id', '=', id).executeTakeFirst(), member)
}

export async function lockDispute(tx: Tx, id: number): Promise<DisputeRow> {
  return tx.selectFrom('dispute').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export function disputesByIds(db: Db, ids: readonly number[]) {
  return disputes(db).where('dispute.id', '=', anyOf(ids)).execute()
}
