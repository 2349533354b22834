import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { limits } from '#session/limits.ts'
import { openPaymentMs } from '../../limits.ts'
import { captureTerms } from '../../method/captureTerms.ts'
import { type PaymentType } from '../../method/method.ts'
import { inFlightStates } from '../../paymentState.ts'
import { isInStates } from '../views/stateSql.ts'
import { type PaymentWithAttempt, getPaymentWithAttempt } from '../views/paymentWithAttempt.ts'
import { countedAttempts } from '../attempt/attempts.ts'
import { changeState } from '../changeState.ts'
import {
  findPayment,
  insertPayment,
  type Payment,
  updatePayment,
  type PaymentOpener,
  auditSubject,
} from '../store.ts'

type Bill = {
  ticketId: number
  ticketCode: string
  lotId: number
  timeZone: string
  segmentN: number
  amountCents: number
  breakdown: object
  priceExpiresAt: Date
  paymentType: PaymentType
}

/**
 * Opens a payment, or updates amount and type of the open one and returns it. A payment at the bank stays
 * unchanged.
 */
export async function openPayment(db: Db, bill: Bill, by: PaymentOpener): Promise<PaymentWithAttempt> {
  for (;;) {
    try {
      const { open, payment } = await transaction(db, async (tx) => {
        const open = await refreshOpen(tx, bill, by)
        return { open, payment: open ?? (await insertBilled(tx, bill, by)) }
      })
      return open
        ? await getPaymentWithAttempt(db, open.id)
        : { payment, attempt: undefined, attemptCount: 0, lotName: null }
    } catch (error) {
      if (!isUniqueViolation(error, 'payment_one_open_per_session')) throw error
    }
  }
}

const openStates = ['created', ...inFlightStates] as const

async function refreshOpen(tx: Tx, bill: Bill, by: PaymentOpener): Promise<Payment | null> {
  const open = await tx
    .selectFrom('payment')
    .selectAll()
    .where('ticket_id', '=', bill.ticketId)
    .where('session_hash', '=', by.sessionHash)
    .where(isInStates(sql`state`, openStates))
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!open) return null
  assertLockOrder(tx, 'payment', open.id)
  if (open.state !== 'created') return open.segment_n === bill.segmentN ? open : null
  const chosen = { id: open.id, payment_type: bill.paymentType }
  const exhausted = (await countedAttempts(tx, chosen)) >= limits.card_payment.max
  if (open.segment_n !== bill.segmentN || exhausted) {
    await changeState(tx, open, 'expired', { actor: 'customer', now: by.now, change: { deadline_at: null } })
    return null
  }
  await updatePayment(tx, open.id, by.now, billColumns(bill, by.now))
  if (open.amount_cents !== bill.amountCents) {
    const before = { state: open.state, amount_cents: open.amount_cents }
    const after = { state: open.state, amount_cents: bill.amountCents }
    await audit(tx, { ...auditSubject(open.id, 'customer', by.now), action: 'repriced', before, after })
  }
  return (await findPayment(tx, open.token)) ?? null
}

function insertBilled(tx: Tx, bill: Bill, by: PaymentOpener): Promise<Payment> {
  const payment = {
    destination: captureTerms.capture.destination,
    ticket_id: bill.ticketId,
    ticket_code: bill.ticketCode,
    lot_id: bill.lotId,
    time_zone: bill.timeZone,
    segment_n: bill.segmentN,
    ...billColumns(bill, by.now),
  }
  return insertPayment(tx, payment, by)
}

function billColumns(bill: Bill, now: Date) {
  return {
    payment_type: bill.paymentType,
    amount_cents: bill.amountCents,
    breakdown: JSON.stringify(bill.breakdown),
    price_expires_at: bill.priceExpiresAt,
    deadline_at: addMs(now, openPaymentMs),
  }
}
