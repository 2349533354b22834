import type { Db, Tx } from '#db/schema.ts'
import type { SubjectShown } from '../contract.ts'
import type { Terms } from '../method.ts'
import type { Payment } from './store.ts'

/** The subject's part of a receipt. */
export type ReceiptFacts = { lotName: string; plate: string | null; enteredAt: Date | null }

/** The subject as the bearer of a payment's token sees it. */
export type SubjectView = {
  vehicleName: string | null
  plate: string | null
  /** Its fields of the transaction on the wire. */
  shown: SubjectShown
}

/**
 * The subject of a payment, a ticket or a reserved space, wired in app/server/deps.ts so that payment does
 * not import ticket.
 */
export type Payable = {
  /** How the money is taken, and the methods allowed. */
  terms(payment: Pick<Payment, 'destination'>): Terms
  /** The fields shown to others than the owner. */
  readonly hidden: SubjectShown
  /** Runs in the transaction that starts an attempt, with the payment locked. */
  lock(tx: Tx, payment: Payment): Promise<void>
  /**
   * In the same transaction: checks that the amount is still owed. Throws `price_changed` with the fresh
   * ticket, `already_paid`, `ticket_exited` or `reservation_released`.
   */
  assertPrice(tx: Tx, payment: Payment, now: Date): Promise<void>
  /**
   * In the transaction of a capture: books it on the subject and publishes gate events. Answers the exit
   * deadline (null without one), or null where the subject does not owe the money, which is then reversed.
   */
  onPaid(tx: Tx, payment: Payment, paidAt: Date, now: Date): Promise<{ exitDeadlineAt: Date | null } | null>
  /** In the transaction of a hold. False where it is no longer needed and must be released. */
  onAuthorised(tx: Tx, payment: Payment, now: Date): Promise<boolean>
  /** Whether the subject still owes the amount to capture of a hold; it may have been paid in another way. */
  stillOwes(tx: Tx, payment: Payment, now: Date): Promise<boolean>
  /** In the transaction that ends a hold without a capture; `asked`: the portal requested that. */
  onReleased(tx: Tx, payment: Payment, by: { asked: boolean; now: Date }): Promise<void>
  describe(db: Db, payment: Payment, now: Date): Promise<SubjectView>
  receiptFacts(db: Db, payment: Payment): Promise<ReceiptFacts>
  /** Centavos that the payment's stay owes at `now`; 0 without a stay. */
  readDue(db: Db, payment: Payment, now: Date): Promise<number>
}
