import { readTicketCode } from '#checkout/ticketCode.ts'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { onePage } from '#kit/server/db/query/counted.ts'
import { inFlightStates, isPaid, paidStates, type PaymentState } from '#payment/paymentState.ts'
import { isAtRest } from '#payment/server/views/stateSql.ts'
import { byDecisiveness } from '#payment/server/views/paymentShown.ts'
import { exitDeadlineOf, type Payment } from '#payment/server/store.ts'
import { wireBilled } from '#payment/server/view.ts'
import { isoIn } from '#kit/clock.ts'
import type { WireHistoryItem } from '../contract.ts'

const shownStates: readonly PaymentState[] = [
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
    .where('state', 'in', shownStates)
    .where('ticket_code', 'like', `%${readTicketCode(q).replace(/[\\%_]/g, '\\$&')}%`)
  const { rows: payments, total } = await onePage(db, matches, request, (rows) => rows.orderBy('id', 'desc'))
  const attempts = await decisiveAttempts(
    db,
    payments.map(({ id }) => id),
  )
  const rows = payments.map((payment) => wireHistoryItem(payment, attempts.get(payment.id)))
  return { rows, total }
}

type Card = { card_brand: string | null; card_last_digits: string | null }

function wireHistoryItem(payment: Payment, card: Card | undefined): WireHistoryItem {
  const iso = (at: Date | null) => (at === null ? null : isoIn(payment.time_zone, at))
  return {
    ...wireBilled(payment),
    paid_at: iso(payment.paid_at),
    ticket_dt_exit: iso(exitDeadlineOf(payment)),
    card_brand: card?.card_brand ?? null,
    card_last_digits: card?.card_last_digits ?? null,
    has_receipt: isPaid(payment.state) && payment.paid_at !== null,
    time_zone: payment.time_zone,
    created_at: isoIn(payment.time_zone, payment.created_at),
  }
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
  const own = db.selectFrom('payment').selectAll().where('user_id', '=', userId)
  return own.where('token', '=', token).executeTakeFirst()
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
