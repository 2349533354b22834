import { readTicketCode } from '#checkout/ticketCode.ts'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { onePage } from '#kit/server/db/query/counted.ts'
import { inFlightStates, paidStates, type PaymentState } from '#payment/paymentState.ts'
import { isAtRest } from '#payment/server/views/stateSql.ts'
import { byDecisiveness } from '#payment/server/views/paymentShown.ts'
import type { Payment } from '#payment/server/store.ts'
import { wireHistoryItem } from './view.ts'

const shownStates: readonly PaymentState[] = [
  ...inFlightStates,
  ...paidStates,
  'authorised',
  'refunding',
  'refunded',
  'review',
]

async function paymentsOf(db: Db, userId: number, { q, ...request }: PageRequest & { q: string }) {
  const matches = db
    .selectFrom('payment')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', shownStates)
    .where('ticket_code', 'like', `%${readTicketCode(q).replace(/[\\%_]/g, '\\$&')}%`)
  const { rows: payments, total } = await onePage(db, matches, request, (rows) => rows.orderBy('id', 'desc'))
  const attempts = await decisiveAttempts(
    db,
    payments.map(({ id }) => id),
  )
  const rows = payments.map((payment) => {
    const attempt = attempts.get(payment.id)
    return { payment, brand: attempt?.card_brand ?? null, lastDigits: attempt?.card_last_digits ?? null }
  })
  return { rows, total }
}

async function decisiveAttempts(db: Db, paymentIds: readonly number[]) {
  const attempts = await db
    .selectFrom('attempt')
    .distinctOn('payment_id')
    .select(['payment_id', 'card_brand', 'card_last_digits'])
    .where(sql<boolean>`payment_id = any(${[...paymentIds]}::bigint[])`)
    .orderBy('payment_id')
    .orderBy(byDecisiveness('attempt'), 'desc')
    .orderBy('n', 'desc')
    .execute()
  return new Map(attempts.map((attempt) => [attempt.payment_id, attempt]))
}

export async function ownPayment(db: Db, userId: number, token: string): Promise<Payment | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('token', '=', token)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function paidWithEmail(db: Db, code: string, email: string): Promise<Payment | undefined> {
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

export async function listPayments(db: Db, userId: number, request: PageRequest & { q: string }) {
  const { rows, total } = await paymentsOf(db, userId, request)
  return { rows: rows.map(wireHistoryItem), total }
}
