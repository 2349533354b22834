import { extractTicketCode } from '#checkout/ticketCode.ts'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { PageRequest } from '#kit/paging.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import { inFlightStates, paidStates, type PaymentState } from '#payment/paymentState.ts'
import { isAtRest } from '#payment/server/views/stateSql.ts'
import { decisiveAttemptJoin } from '#payment/server/views/paymentWithAttempt.ts'
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
    .leftJoinLateral(decisiveAttemptJoin, (join) => join.onTrue())
    .selectAll('payment')
    .select(['sale.card_brand', 'sale.card_last_digits'])
    .where('payment.user_id', '=', userId)
    .where('payment.state', 'in', historyStates)
    .where('payment.ticket_code', 'like', `%${extractTicketCode(q).replace(/[\\%_]/g, '\\$&')}%`)
  const { rows, total } = await fetchPage(db, matches, request, (list) => list.orderBy('payment.id', 'desc'))
  return { rows: rows.map(wireHistoryItem), total }
}

/** Throws `not_found`. */
export async function requirePaymentOfUser(db: Db, userId: number, token: string): Promise<Payment> {
  const own = db.selectFrom('payment').selectAll().where('user_id', '=', userId)
  const payment = await own.where('token', '=', token).executeTakeFirst()
  if (!payment) throw fail('not_found')
  return payment
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
