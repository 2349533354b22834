import { audit } from '#kit/server/audit.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, PaymentTable, Tx } from '#db/schema.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { type PaymentState, stayStates } from '../paymentState.ts'
import { isInStates } from './views/stateSql.ts'
import { payer as keptPayer, type Payer } from '#acquirer/payer.ts'

export type Payment = Selectable<PaymentTable>

export async function findPayment(db: Db, token: string): Promise<Payment | undefined> {
  return db.selectFrom('payment').selectAll().where('token', '=', token).executeTakeFirst()
}

export async function findPaymentById(db: Db, id: number): Promise<Payment | undefined> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Always before its reservation. */
export async function lockPayment(tx: Tx, id: number): Promise<Payment> {
  assertLockOrder(tx, 'payment', id)
  return tx.selectFrom('payment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export async function lockPaymentOf(tx: Tx, attemptId: number): Promise<Payment> {
  const payment = await tx
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('attempt').select('payment_id').where('id', '=', attemptId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  assertLockOrder(tx, 'payment', payment.id)
  return payment
}

export async function getPayment(db: Db, id: number): Promise<Payment> {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export type PaymentChange = Omit<
  Updateable<PaymentTable>,
  'id' | 'token' | 'session_hash' | 'user_id' | 'state' | 'created_at' | 'updated_at'
>

export async function updatePayment(db: Db, id: number, now: Date, change: PaymentChange): Promise<void> {
  await db
    .updateTable('payment')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function readOtherPaymentStates(db: Db, payment: Payment): Promise<PaymentState[]> {
  const others = await db
    .selectFrom('payment')
    .select('state')
    .where('ticket_id', '=', payment.ticket_id)
    .where('segment_n', '=', payment.segment_n)
    .where('id', '<>', payment.id)
    .where(isInStates(sql`state`, stayStates))
    .execute()
  return others.map(({ state }) => state)
}

export async function hasOtherPaymentOfStay(db: Db, payment: Payment): Promise<boolean> {
  return (await readOtherPaymentStates(db, payment)).length > 0
}

export type LedgerEntry = { attempt: { id: number; payment_id: number }; amountCents: number; at: Date }

/** `takenBeforeCents`: of the same attempt; a unique index refuses duplicates. */
export async function insertCapture(db: Db, entry: LedgerEntry & { takenBeforeCents?: number }) {
  const { attempt, amountCents: amount_cents, takenBeforeCents: captured_before_cents = 0, at } = entry
  const ids = { payment_id: attempt.payment_id, attempt_id: attempt.id }
  await db
    .insertInto('ledger')
    .values({ ...ids, kind: 'capture', amount_cents, captured_before_cents, at })
    .execute()
}

type NewPayment = Omit<
  Insertable<PaymentTable>,
  'token' | 'session_hash' | 'user_id' | 'state' | 'created_at' | 'updated_at'
>

export type PaymentOpener = { sessionHash: string; userId: number | null; now: Date }

export async function insertPayment(tx: Tx, payment: NewPayment, by: PaymentOpener): Promise<Payment> {
  const { sessionHash, userId, now } = by
  const state = 'created'
  const opened = { token: randomToken(), session_hash: sessionHash, user_id: userId, state } as const
  const inserted = await tx
    .insertInto('payment')
    .values({ ...payment, ...opened, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = { state, amount_cents: inserted.amount_cents }
  await audit(tx, { ...auditSubject(inserted.id, 'customer', now), action: state, before: null, after })
  return inserted
}

/** The subject of a payment's audit rows, with who changed it and when. */
export function auditSubject(id: number, actor: string, now: Date) {
  return { at: now, actor, subject: 'payment', subjectId: String(id) } as const
}

/** Null without a payer, or once erased: `{}` (docs/payment.md). */
export function payerOf({ payer }: Pick<Payment, 'payer'>): Payer | null {
  return keptPayer.safeParse(payer).data ?? null
}
