import type { Db, Tx } from '#db/schema.ts'
import type { SubjectShown } from '../contract.ts'
import type { Terms } from '../method.ts'
import type { Payment } from './store.ts'

/** What the receipt says of the thing that was paid. */
export type ReceiptFacts = { lotName: string; plate: string | null; enteredAt: Date | null }

/** What the bearer of a payment’s token sees of the thing that it pays. */
export type SubjectView = {
  vehicleName: string | null
  plate: string | null
  /** Its part of the transaction on the wire. */
  shown: SubjectShown
}

/**
 * What a payment must know of the thing it pays: a ticket, or a reserved space. Wired in app/server/deps.ts, so that
 * payment never imports ticket.
 */
export type Payable = {
  /** How the money moves, and by which methods. */
  terms(payment: Pick<Payment, 'destination'>): Terms
  /** What somebody sees of it who is not its owner. */
  readonly hidden: SubjectShown
  /** In the transaction that starts an attempt, after the payment is locked. */
  lock(tx: Tx, payment: Payment): Promise<void>
  /**
   * In the same transaction: checks that the frozen amount is still what is owed. Throws `price_changed` with the fresh
   * ticket, `already_paid`, `ticket_exited`, or `reservation_released`.
   */
  assertPrice(tx: Tx, payment: Payment, now: Date): Promise<void>
  /**
   * In the transaction that records a success: books it on the subject and tells the gates. Answers the
   * exit deadline (null where there is nothing to leave), or null when the subject does not owe it (any more): the money goes back then.
   */
  onPaid(tx: Tx, payment: Payment, paidAt: Date, now: Date): Promise<{ exitDeadlineAt: Date | null } | null>
  /** In the transaction that records a hold. False when nobody waits for it (any more): it is released then. */
  onAuthorised(tx: Tx, payment: Payment, now: Date): Promise<boolean>
  /** Whether what is to be taken of a hold is still owed: somebody may have paid in another way since it was asked for. */
  stillOwes(tx: Tx, payment: Payment, now: Date): Promise<boolean>
  /** In the transaction that records the end of a hold without a capture; `asked`: it was us who ended it. */
  onReleased(tx: Tx, payment: Payment, by: { asked: boolean; now: Date }): Promise<void>
  describe(db: Db, payment: Payment, now: Date): Promise<SubjectView>
  receiptFacts(db: Db, payment: Payment): Promise<ReceiptFacts>
  /** Centavos that the stay of a payment owes at `now`; 0 for a payment without a stay. */
  readDue(db: Db, payment: Payment, now: Date): Promise<number>
}
