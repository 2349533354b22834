import type { Db } from '#db/schema.ts'
import type { Payment } from './store.ts'

/** What the receipt says of the thing that was paid. */
export type ReceiptFacts = { lotName: string; plate: string | null; enteredAt: Date }

/**
 * What a payment must know of the thing it pays (today a ticket). Wired in app/server/deps.ts, so that
 * payment never imports ticket.
 */
export type PaymentSubject = {
  /**
   * In the transaction that starts an attempt: locks the subject and makes sure that the frozen amount is
   * still what is owed. Throws `price_changed` with the fresh ticket, `already_paid` or `ticket_exited`.
   */
  holdPrice(db: Db, payment: Payment, now: Date): Promise<void>
  /**
   * In the transaction that records a success: books it on the subject and tells the gates. Answers the
   * exit deadline, or null when the subject does not owe it (any more): the money goes back then.
   */
  onPaid(db: Db, payment: Payment, paidAt: Date, now: Date): Promise<{ exitDeadlineAt: Date } | null>
  receiptFacts(db: Db, payment: Payment): Promise<ReceiptFacts>
}
