import type { Selectable, Updateable } from 'kysely'
import type { ContestTable, Db, Tx } from '#db/schema.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { countCapped } from '#kit/server/db/query/fetchPage.ts'
import { allOpen, isSought } from '#review/server/backoffice/searchByPayment.ts'
import type { VisibleLots, StaffMember } from '#session/server/caller.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { requireVisible } from '#staff/server/member.ts'
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

export async function findContest(db: Db, key: { id: number } | { refund_id: number }) {
  const [column, id] = 'id' in key ? (['id', key.id] as const) : (['refund_id', key.refund_id] as const)
  return db.selectFrom('contest').selectAll().where(column, '=', id).executeTakeFirst()
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

/** The period is that of the opening. */
export function narrowContests(db: Db, search: StateFilters<ContestState>) {
  return contests(db).where(isSought(search, { table: 'contest', at: 'opened_at' }))
}

export async function countOpenContests(db: Db, lots: VisibleLots): Promise<number> {
  return (await countCapped(db, narrowContests(db, { ...allOpen, lots }))).total
}

/** Throws `not_found`, for one of another lot too. */
export async function contestById(db: Db, id: number, member: Pick<StaffMember, 'lots'>) {
  return requireVisible(await contests(db).where('contest.id', '=', id).executeTakeFirst(), member)
}

export function contestsByIds(db: Db, ids: readonly number[]) {
  return contests(db).where('contest.id', '=', anyOf(ids)).execute()
}
