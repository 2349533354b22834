import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { AttemptTable, Db, LedgerTable, PaymentTable } from '#db/schema.ts'
import { agoBy } from '#kit/server/db/leases.ts'
import { writeLater } from '#kit/server/db/bundle.ts'
import { written } from '#kit/server/db/line/written.ts'
import { rowInTurn } from '#kit/server/db/locks.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { cardTypes } from '../method.ts'
import { type PaymentState, stayStates } from '../paymentState.ts'
import { attemptStates } from '../states.ts'
import { isOneOfOurs } from './reads/ours.ts'

export type Payment = Selectable<PaymentTable>
export type Attempt = Selectable<AttemptTable>

export async function findPayment(db: Db, token: string): Promise<Payment | undefined> {
  return db.selectFrom('payment').selectAll().where('token', '=', token).executeTakeFirst()
}

/** The attempt that an acquirer made under this order key. */
export async function attemptByOrderKey(
  db: Db,
  order: { acquirer: string; orderKey: string },
): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('order_key', '=', order.orderKey)
    .where('acquirer', '=', order.acquirer)
    .executeTakeFirst()
}

/** Locks it, always before the reservation that it pays. */
export async function lockPayment(db: Db, id: number): Promise<Payment> {
  rowInTurn('payment', id)
  return db.selectFrom('payment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** The last that we asked for. */
export async function lastAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where(isOneOfOurs('attempt'))
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function attemptById(db: Db, id: number): Promise<Attempt> {
  return db.selectFrom('attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** An attempt by its number within its payment. */
export async function attemptOf(db: Db, paymentId: number, n: number): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('n', '=', n)
    .executeTakeFirst()
}

/** What a bank's page is to send back: it names the attempt, and only its digest is kept. */
export function returnNonce(attemptId: number): string {
  return `${attemptId}.${randomToken()}`
}

/**
 * The attempt that a bank's page came back with. One that the release before sent off names no attempt, and is found while
 * it may still be paid.
 */
export async function attemptByNonce(db: Db, nonce: string): Promise<Attempt | undefined> {
  const [, id] = /^(\d{1,15})\./.exec(nonce) ?? []
  const known = db.selectFrom('attempt').selectAll().where('return_nonce_hash', '=', hashToken(nonce))
  const found = id === undefined ? known.where('ask_at', 'is not', null) : known.where('id', '=', Number(id))
  return found.executeTakeFirst()
}

/** The attempts of several payments, in their order. */
export async function attemptsOfAll(db: Db, paymentIds: readonly number[]): Promise<Attempt[]> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where(sql<boolean>`payment_id = any(${[...paymentIds]}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** The attempt behind a sale of this acquirer. */
export async function attemptByReference(
  db: Db,
  sale: { acquirer: string; reference: string },
): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('reference', '=', sale.reference)
    .where('acquirer', '=', sale.acquirer)
    .executeTakeFirst()
}

export async function paymentById(db: Db, id: number): Promise<Payment> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

type PaymentChange = Partial<
  Pick<
    Payment,
    | 'state'
    | 'deadline_at'
    | 'reason'
    | 'paid_at'
    | 'exit_deadline_at'
    | 'payment_type'
    | 'amount_cents'
    | 'ticket_id'
    | 'segment_n'
    | 'take_cents'
    | 'ending_at'
    | 'agreed_terms'
    | 'agreed_at'
  >
> & { price_expires_at?: Date; payer?: string; breakdown?: string }

export async function updatePayment(db: Db, id: number, now: Date, change: PaymentChange): Promise<void> {
  await writeLater(db, `payment ${id}`, writePayment(db, { ...change, updated_at: now, id }))
}

const writePayment = written<PaymentChange & { updated_at: Date; id: number }>((db, { id, ...change }) =>
  db.updateTable('payment').set(change).where('id', '=', id),
)

/** Writes an attempt before anybody is called; its id was taken from the sequence. */
export async function addAttempt(db: Db, attempt: Insertable<AttemptTable> & { id: number }): Promise<void> {
  await writeLater(db, `attempt ${attempt.id}`, insertAttempt(db, attempt))
}

const insertAttempt = written<Insertable<AttemptTable>>((db, attempt) =>
  db.insertInto('attempt').values(attempt),
)

type AttemptChange = Partial<
  Omit<Attempt, 'id' | 'payment_id' | 'n' | 'acquirer' | 'order_key' | 'started_at' | 'shown'>
> & { shown?: string | null }
export async function updateAttempt(db: Db, id: number, change: AttemptChange): Promise<void> {
  const ended = change.state && attemptStates[change.state].isOver ? { ask_at: null } : {}
  await writeLater(db, `attempt ${id}`, writeAttempt(db, { ...change, ...ended, id }))
}

const writeAttempt = written<AttemptChange & { id: number }>((db, { id, ...change }) =>
  db.updateTable('attempt').set(change).where('id', '=', id),
)

/** The acquirer knew no such sale: from when on, by the database's clock. */
export async function noteNotFound(db: Db, id: number): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ not_found_at: sql<Date>`coalesce(not_found_at, statement_timestamp())` })
    .where('id', '=', id)
    .execute()
}

/** Whether the acquirer first knew no such sale at least so long ago, and has said nothing else since. */
export async function wasNotFoundFor(db: Db, id: number, ms: number): Promise<boolean> {
  const found = await db
    .selectFrom('attempt')
    .select('id')
    .where('id', '=', id)
    .where('not_found_at', '<=', agoBy(ms))
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Whether another payment of the same stay is in one of `states`: as it stands, was sent for money or keeps it, which is
 * what the unique index says.
 */
export async function hasRival(
  db: Db,
  payment: Payment,
  states: readonly PaymentState[] = stayStates,
): Promise<boolean> {
  const rival = await db
    .selectFrom('payment')
    .select('id')
    .where('ticket_id', '=', payment.ticket_id)
    .where('segment_n', '=', payment.segment_n)
    .where('id', '<>', payment.id)
    .where('state', 'in', states)
    .executeTakeFirst()
  return rival !== undefined
}

/** Whether an attempt was by what this type is paid with: a code uses up no try of a card, nor a card one of the codes. */
export function paidAs(type: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(attempt.payment_type in (${cards})) = (${type}::smallint in (${cards}))`
}

const cards = sql.join(cardTypes.map((type) => sql.lit(type)))

/**
 * How many attempts a payment has had, and how many of them count for what it is paid with: those by a card or elsewhere that
 * could have passed. What the shop is to blame for counts not.
 */
export async function attemptsOf(
  db: Db,
  { id: paymentId, payment_type: type }: Pick<Payment, 'id' | 'payment_type'>,
): Promise<{ all: number; counted: number }> {
  const query = db.selectFrom('attempt').select((eb) => [
    eb.fn.countAll<number>().as('all'),
    eb.fn
      .countAll<number>()
      .filterWhere(sql<boolean>`cause is distinct from 'setup' and ${paidAs(sql`${type}`)}`)
      .as('counted'),
  ])
  return query.where('payment_id', '=', paymentId).executeTakeFirstOrThrow()
}

/** Attempts to ask about whatever became of their payment, oldest first. */
export async function attemptsToAsk(db: Db, now: Date, limit: number): Promise<Attempt[]> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('ask_at', '<=', now)
    .orderBy('ask_at')
    .limit(limit)
    .execute()
}

/**
 * Payments whose deadline has passed, oldest first, those after `last` where it is one. A hold that nobody has asked to end
 * is its reservation's to watch.
 */
export async function overduePayments(
  db: Db,
  now: Date,
  { limit, last }: { limit: number; last: Payment | undefined },
): Promise<Payment[]> {
  const due = db.selectFrom('payment').selectAll().where('deadline_at', '<=', now)
  const after = last
    ? due.where(sql<boolean>`(deadline_at, id) > (${last.deadline_at}::timestamptz, ${last.id}::bigint)`)
    : due
  return after
    .where((eb) => eb.or([eb('state', '<>', 'authorised'), eb('take_cents', 'is not', null)]))
    .orderBy('deadline_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The attempt that holds the money of a reservation. */
export async function heldAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'held')
    .executeTakeFirst()
}

/** The attempts of a payment whose money is on its way back. */
export async function givingBackOf(db: Db, paymentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('attempt')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'giving_back')
    .orderBy('n')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Records what the acquirer has taken; `bookRefund` what went back. `takenBeforeCents`: of the same attempt, where a code
 * is paid once more; the same capture twice is refused by a unique index.
 */
export async function addCapture(
  db: Db,
  entry: {
    paymentId: number
    attemptId: number
    amountCents: number
    takenBeforeCents?: number
    at: Date
  },
): Promise<void> {
  const row = {
    payment_id: entry.paymentId,
    attempt_id: entry.attemptId,
    kind: 'capture',
    amount_cents: entry.amountCents,
    taken_before_cents: entry.takenBeforeCents ?? 0,
    at: entry.at,
  } as const
  await writeLater(db, null, insertMoney(db, row))
}

const insertMoney = written<Insertable<LedgerTable>>((db, row) => db.insertInto('ledger').values(row))
