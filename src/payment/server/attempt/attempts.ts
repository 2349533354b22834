import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { firstRecheckMs } from '../../limits.ts'
import { addMs } from '#kit/clock.ts'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { AttemptTable, Db, Tx } from '#db/schema.ts'
import { agoBy } from '#kit/server/db/leases.ts'
import { randomToken, hashToken } from '#kit/server/secrets.ts'
import { cardTypes, methodRow } from '../../method/method.ts'
import { attemptStates } from '../../attemptStates.ts'
import { lockPaymentOf, type Payment } from '../store.ts'

export type Attempt = Selectable<AttemptTable>

export async function findLastAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  const originals = attemptsOf(db, paymentId).where(isOriginalSale('attempt'))
  return originals.orderBy('n', 'desc').limit(1).executeTakeFirst()
}

const selectAttempts = (db: Db) => db.selectFrom('attempt').selectAll()
export const attemptsOf = (db: Db, paymentId: number) =>
  selectAttempts(db).where('payment_id', '=', paymentId)

export async function getAttempt(db: Db, id: number): Promise<Attempt> {
  return db.selectFrom('attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Locks the attempt's payment first. */
export async function lockAttempt(tx: Tx, id: number): Promise<{ payment: Payment; attempt: Attempt }> {
  const payment = await lockPaymentOf(tx, id)
  return { payment, attempt: await getAttempt(tx, id) }
}

export async function findAttemptByNumber(
  db: Db,
  paymentId: number,
  n: number,
): Promise<Attempt | undefined> {
  return attemptsOf(db, paymentId).where('n', '=', n).executeTakeFirst()
}

export function returnNonce(attemptId: number): string {
  return `${attemptId}.${randomToken()}`
}

export async function findAttemptByReference(db: Db, sale: { acquirer: string; reference: string }) {
  const ofAcquirer = selectAttempts(db).where('acquirer', '=', sale.acquirer)
  return ofAcquirer.where('reference', '=', sale.reference).executeTakeFirst()
}

export async function insertAttempt(db: Db, attempt: Insertable<AttemptTable> & { id: number }) {
  await db.insertInto('attempt').values(attempt).execute()
}

export type AttemptChange = Omit<
  Updateable<AttemptTable>,
  'id' | 'payment_id' | 'n' | 'acquirer' | 'order_key' | 'started_at'
>

export async function updateAttempt(db: Db, id: number, change: AttemptChange): Promise<void> {
  const ended = change.state && attemptStates[change.state].isOver ? { next_query_at: null } : {}
  await db
    .updateTable('attempt')
    .set({ ...change, ...ended })
    .where('id', '=', id)
    .execute()
}

export async function recordNotFound(db: Db, id: number): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ not_found_at: sql<Date>`coalesce(not_found_at, statement_timestamp())` })
    .where('id', '=', id)
    .execute()
}

export async function wasNotFoundFor(db: Db, id: number, ms: number): Promise<boolean> {
  const found = selectAttempts(db).where('id', '=', id).where('not_found_at', '<=', agoBy(ms))
  return (await found.executeTakeFirst()) !== undefined
}

export function isSameInstrument(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${one} in (${cardTypeList})) = (${other} in (${cardTypeList}))`
}

const cardTypeList = sql.join(cardTypes.map((type) => sql.lit(type)))

/** SQL: setup errors do not count against the limit, nor Pix against cards. */
export function countsTowardsLimit(type: RawBuilder<unknown>): RawBuilder<boolean> {
  const isSame = isSameInstrument(sql.ref('attempt.payment_type'), sql`${type}::smallint`)
  return sql`(attempt.cause is distinct from 'setup' and ${isSame})`
}

export async function countedAttempts(db: Db, payment: Pick<Payment, 'id' | 'payment_type'>) {
  const { counted } = await db
    .selectFrom('attempt')
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .where('payment_id', '=', payment.id)
    .where(countsTowardsLimit(sql`${payment.payment_type}`))
    .executeTakeFirstOrThrow()
  return counted
}

export function isByPix({ payment_type }: Pick<Attempt, 'payment_type'>): boolean {
  return methodRow(payment_type).instrument === 'pix'
}

/** A code may be paid twice, or the acquirer cancel the sale, without a webhook. */
export async function scheduleCaptureRecheck(db: Db, { id, started_at }: Attempt): Promise<void> {
  await updateAttempt(db, id, { next_query_at: addMs(started_at, firstRecheckMs) })
}

/** The order key of a duplicate sale. Order keys that are sent to acquirers have no plus. */
export const duplicateSaleKey = (orderKey: string, n: number) => `${orderKey}+${n}`

export const isDuplicateSaleKey = (orderKey: string) => orderKey.includes('+')

export function isOriginalSale(attempt: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${sql.ref(`${attempt}.order_key`)}, '+') = 0`
}

export async function findAttemptByOrderKey(db: Db, order: { acquirer: string; orderKey: string }) {
  const ofAcquirer = selectAttempts(db).where('acquirer', '=', order.acquirer)
  return ofAcquirer.where('order_key', '=', order.orderKey).executeTakeFirst()
}

/** See `returnNonce`. */
export async function findAttemptByNonce(db: Db, nonce: string): Promise<Attempt | undefined> {
  const [, id] = /^(\d{1,15})\./.exec(nonce) ?? []
  if (id === undefined) return undefined
  const found = selectAttempts(db).where('id', '=', Number(id))
  return found.where('return_nonce_hash', '=', hashToken(nonce)).executeTakeFirst()
}

export async function listAttemptsOfPayments(db: Db, paymentIds: readonly number[]): Promise<Attempt[]> {
  const all = selectAttempts(db).where('payment_id', '=', anyOf(paymentIds))
  return all.orderBy('id').execute()
}

export async function findAttemptsToRecheck(db: Db, now: Date, limit: number): Promise<Attempt[]> {
  return selectAttempts(db).where('next_query_at', '<=', now).orderBy('next_query_at').limit(limit).execute()
}

export async function findHeldAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  return attemptsOf(db, paymentId).where('state', '=', 'held').executeTakeFirst()
}

export async function attemptsBeingReversed(db: Db, paymentId: number): Promise<number[]> {
  const rows = await attemptsOf(db, paymentId).where('state', '=', 'giving_back').orderBy('n').execute()
  return rows.map(({ id }) => id)
}

export async function findCapturedAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  const captured = attemptsOf(db, paymentId).where('state', '=', 'captured')
  return captured.orderBy('n').limit(1).executeTakeFirst()
}
