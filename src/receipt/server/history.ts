import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { extractTicketCode } from '#checkout/ticketCode.ts'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import { inFlightStates, paidStates, type PaymentState } from '#payment/paymentState.ts'
import { isAtRest } from '#payment/server/views/stateSql.ts'
import { byDecisiveness } from '#payment/server/views/paymentWithAttempt.ts'
import type { Payment } from '#payment/server/store.ts'
import { wireHistoryItem } from './wireHistoryItem.ts'

const historyStates: readonly PaymentState[] = [
  ...inFlightStates,
  ...paidStates,
  'authorised',
  'refunding',
  'refunded',
  'review',
]

export async function listPayments(db: Db, userId: number, { q, ...request }: PageRequest & { q: string }) {
  const matches = db
    .selectFrom('payment')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', historyStates)
    .where('ticket_code', 'like', `%${extractTicketCode(q).replace(/[\\%_]/g, '\\$&')}%`)
  const { rows: payments, total } = await fetchPage(db, matches, request, (rows) =>
    rows.orderBy('id', 'desc'),
  )
  const attempts = await decisiveAttempts(
    db,
    payments.map(({ id }) => id),
  )
  const rows = payments.map((payment) => wireHistoryItem(payment, attempts.get(payment.id)))
  return { rows, total }
}

async function decisiveAttempts(db: Db, paymentIds: readonly number[]) {
  const attempts = await db
    .selectFrom('attempt')
    .distinctOn('payment_id')
    .select(['payment_id', 'card_brand', 'card_last_digits'])
    .where('payment_id', '=', anyOf(paymentIds))
    .orderBy('payment_id')
    .orderBy(byDecisiveness('attempt'), 'desc')
    .orderBy('n', 'desc')
    .execute()
  return new Map(attempts.map((attempt) => [attempt.payment_id, attempt]))
}

export async function findPaymentOfUser(db: Db, userId: number, token: string): Promise<Payment | undefined> {
  const own = db.selectFrom('payment').selectAll().where('user_id', '=', userId)
  return own.where('token', '=', token).executeTakeFirst()
}

export async function findPaidByEmail(db: Db, code: string, email: string): Promise<Payment | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('ticket_code', '=', code)
    .where('state', 'in', paidStates)
    .where(isAtRest)
    .where(sql<boolean>`lower(payer->>'email') = ${email}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
