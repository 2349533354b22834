import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, TillMovementTable, TillTable, TillTakeTable, Tx } from '#db/schema.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import type { StaffMember, VisibleLots } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { isWithin } from '#staff/server/localPeriod.ts'
import { isInLots, requireVisible } from '#staff/server/member.ts'
import { fail } from '#kit/fail.ts'
import { expectedCents } from '../expected.ts'
import type { TillState } from '../states.ts'

type TillRow = Selectable<TillTable>
export type TakeRow = Selectable<TillTakeTable>
export type MovementRow = Selectable<TillMovementTable>

type Person = Pick<StaffMember, 'id' | 'level'>

/** The account whose tills a person sees; null for all of their lots. */
export function ownerFilter({ id, level }: Person): number | null {
  return isAllowed(level, 'manager') ? null : id
}

export function isOwner(owner: number | null, column: string) {
  return owner === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${owner}`
}

const isUnexplained = sql<boolean>`(till.needs_reason and till.difference_reason is null)`

/** Closed tills with a difference above the limit of their lot, and no reason. */
export async function countUnexplainedTills(
  db: Db,
  { lots, member }: { lots: VisibleLots; member: Person },
): Promise<number> {
  const { count } = await db
    .selectFrom('till')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isInLots(lots, sql.ref('till.lot_id')))
    .where(isOwner(ownerFilter(member), 'till.user_id'))
    .where(isUnexplained)
    .executeTakeFirstOrThrow()
  return count
}

function tills(db: Db) {
  return db
    .selectFrom('till')
    .innerJoin('lot', 'lot.id', 'till.lot_id')
    .selectAll('till')
    .select(['lot.name as lot', 'lot.time_zone', 'lot.till_blind', 'lot.till_difference_cents'])
}

/** With its lot and the lot's settings. */
export type TillWithLot = Awaited<ReturnType<ReturnType<typeof tills>['executeTakeFirstOrThrow']>>

const stateConditions: Readonly<Record<TillState, ReturnType<typeof sql<boolean>>>> = {
  open: sql<boolean>`till.closed_at is null`,
  unexplained: isUnexplained,
  closed: sql<boolean>`till.closed_at is not null and not ${isUnexplained}`,
}

type TillSearch = StateFilters<TillState> & { readonly member: Person }

/** The text is a number; the period is that of the opening. */
export function narrowTills(db: Db, { q, state, member, ...search }: TillSearch) {
  let list = tills(db)
    .where(isWithin(search, { at: 'till.opened_at', zone: 'lot.time_zone', lot: 'till.lot_id' }))
    .where(isOwner(ownerFilter(member), 'till.user_id'))
  if (state !== null) list = list.where(stateConditions[state])
  if (q !== '') list = list.where('till.number', '=', /^\d{1,9}$/.test(q) ? Number(q) : 0)
  return list
}

export function findTillsByIds(db: Db, ids: readonly number[]): Promise<TillWithLot[]> {
  return tills(db).where('till.id', '=', anyOf(ids)).execute()
}

/** Whether the lot ever had a till. */
export async function hasTill(db: Db, lotId: number): Promise<boolean> {
  const of = db.selectFrom('till').select('id').where('lot_id', '=', lotId).limit(1)
  return (await of.executeTakeFirst()) !== undefined
}

export function listOpenTills(db: Db, userId: number): Promise<TillWithLot[]> {
  return tills(db)
    .where('till.user_id', '=', userId)
    .where('closed_at', 'is', null)
    .orderBy('till.id')
    .execute()
}

/** Throws `not_found`, also for a till of another lot, and of another person for a supervisor. */
export async function requireTill(db: Db, id: number, member: StaffMember): Promise<TillWithLot> {
  const till = requireVisible(await tills(db).where('till.id', '=', id).executeTakeFirst(), member)
  const owner = ownerFilter(member)
  if (owner !== null && till.user_id !== owner) throw fail('not_found')
  return till
}

export async function lockTill(tx: Tx, id: number): Promise<TillRow> {
  assertLockOrder(tx, 'till', id)
  return tx.selectFrom('till').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** The person's newest till of a lot, locked; it may be closed. */
export async function lockLastTill(tx: Tx, userId: number, lotId: number): Promise<TillRow | undefined> {
  const last = await tx
    .selectFrom('till')
    .select('id')
    .where('user_id', '=', userId)
    .where('lot_id', '=', lotId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && lockTill(tx, last.id)
}

export async function insertTill(tx: Tx, till: Omit<Insertable<TillTable>, 'number'>): Promise<number> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from till where lot_id = ${till.lot_id})`
  const inserted = tx.insertInto('till').values({ ...till, number })
  return (await inserted.returning('id').executeTakeFirstOrThrow()).id
}

/** Oldest first; an undoing is a row of its own. */
export function listTakes(db: Db, tillId: number): Promise<TakeRow[]> {
  return db.selectFrom('till_take').selectAll().where('till_id', '=', tillId).orderBy('id').execute()
}

/** Oldest first. */
export function listMovements(db: Db, tillId: number): Promise<MovementRow[]> {
  return db.selectFrom('till_movement').selectAll().where('till_id', '=', tillId).orderBy('id').execute()
}

type Float = Pick<TillRow, 'float_cents'>
type TillRows = { readonly takes: readonly TakeRow[]; readonly movements: readonly MovementRow[] }

/** Centavos, of rows that have been read. */
export function sumExpectedCents({ float_cents: floatCents }: Float, { takes, movements }: TillRows): number {
  return expectedCents({
    floatCents,
    takes: takes.map(({ method, amount_cents: cents }) => ({ method, cents })),
    movements: movements.map(({ kind, amount_cents: cents }) => ({ kind, cents })),
  })
}

/** Centavos. */
export async function readExpectedCents(db: Db, till: Float & Pick<TillRow, 'id'>): Promise<number> {
  return sumExpectedCents(till, {
    takes: await listTakes(db, till.id),
    movements: await listMovements(db, till.id),
  })
}

/** Of takes without undoings. Throws `not_found`. */
export async function findTake(db: Db, id: number): Promise<TakeRow> {
  const takes = db.selectFrom('till_take').selectAll().where('id', '=', id)
  const take = await takes.where('undoes_id', 'is', null).executeTakeFirst()
  if (!take) throw fail('not_found')
  return take
}

export function findUndoing(db: Db, takeId: number): Promise<TakeRow | undefined> {
  return db.selectFrom('till_take').selectAll().where('undoes_id', '=', takeId).executeTakeFirst()
}

type Repeated = { readonly till_id: number; readonly idempotency_key: string; readonly request_hash: string }

/** The take of an earlier call with this key. Throws `idempotency_conflict` for another body. */
export async function findRepeatedTake(db: Db, call: Repeated): Promise<TakeRow | undefined> {
  const takes = db.selectFrom('till_take').selectAll().where('till_id', '=', call.till_id)
  return sameBody(await takes.where('idempotency_key', '=', call.idempotency_key).executeTakeFirst(), call)
}

/** As `findRepeatedTake`. */
export async function findRepeatedMovement(db: Db, call: Repeated): Promise<MovementRow | undefined> {
  const moved = db.selectFrom('till_movement').selectAll().where('till_id', '=', call.till_id)
  return sameBody(await moved.where('idempotency_key', '=', call.idempotency_key).executeTakeFirst(), call)
}

function sameBody<Row extends { readonly request_hash: string | null }>(
  first: Row | undefined,
  call: Repeated,
) {
  if (first && first.request_hash !== call.request_hash) throw fail('idempotency_conflict')
  return first
}

export async function insertTake(tx: Tx, take: Insertable<TillTakeTable>): Promise<TakeRow> {
  return tx.insertInto('till_take').values(take).returningAll().executeTakeFirstOrThrow()
}

export async function insertMovement(tx: Tx, movement: Insertable<TillMovementTable>): Promise<MovementRow> {
  return tx.insertInto('till_movement').values(movement).returningAll().executeTakeFirstOrThrow()
}

/** Keeps the counter locked until the transaction ends, so that no number is left out. */
export async function nextReceiptNumber(tx: Tx, lotId: number, year: number): Promise<number> {
  assertLockOrder(tx, 'tillReceipt', lotId)
  const counted = await tx
    .insertInto('till_receipt')
    .values({ lot_id: lotId, year, number: 1 })
    .onConflict((conflict) =>
      conflict.columns(['lot_id', 'year']).doUpdateSet({ number: sql`till_receipt.number + 1` }),
    )
    .returning('number')
    .executeTakeFirstOrThrow()
  return counted.number
}
