import type { Db, Tx } from '#db/schema.ts'
import type { SubjectShown } from '../contract.ts'
import type { Terms } from '../method/captureTerms.ts'
import type { Payment } from './store.ts'

/** What only the subject knows of a receipt. */
type ReceiptFacts = { lotName: string; plate: string | null; enteredAt: Date | null }

/** Why a ticket or reservation does not owe a captured amount. */
type NotOwed = 'paid' | 'exited' | 'replaced' | 'released'

/** The exit deadline of a booked capture, null without one. */
export type Booking = { exitDeadlineAt: Date | null } | { notOwed: NotOwed }

/** The deadline of a payment's driver: to leave, or to arrive at a reserved space. */
export type Reminder = { to: 'leave' | 'arrive'; until: Date }

/** The subject for the bearer of a payment's token. */
export type SubjectView = {
  vehicleName: string | null
  plate: string | null
  shown: SubjectShown
}

/** In the transaction that locked the subject: throws `price_changed` with the fresh ticket, `already_paid`, `ticket_exited`, `reservation_released`. */
type AssertPrice = (now: Date) => Promise<void>

/** The subject of a payment: a ticket or a reserved space, wired in app/server/deps.ts. */
export type Payable = {
  terms(payment: Pick<Payment, 'destination'>): Terms
  /** The fields shown to others than the owner. */
  readonly hidden: SubjectShown
  /** In the transaction that starts an attempt, with the payment locked. */
  lock(tx: Tx, payment: Payment): Promise<AssertPrice>
  /** In a capture's transaction: books it and publishes gate events, or answers why it is not owed. */
  onPaid(tx: Tx, payment: Payment, paidAt: Date, now: Date): Promise<Booking>
  /** In a hold's transaction. False where it must be released. */
  onAuthorised(tx: Tx, payment: Payment, now: Date): Promise<boolean>
  /** Whether the amount to capture of a hold is still owed. */
  stillOwes(tx: Tx, payment: Payment, now: Date): Promise<boolean>
  /** In the transaction that ends a hold without a capture; `byPortal`: the portal requested it. */
  onReleased(tx: Tx, payment: Payment, by: { byPortal: boolean; now: Date }): Promise<void>
  describe(db: Db, payment: Payment, now: Date): Promise<SubjectView>
  receiptFacts(db: Db, payment: Payment): Promise<ReceiptFacts>
  /** Centavos due of the payment's stay; 0 without a stay. */
  readDue(db: Db, payment: Payment, now: Date): Promise<number>
  /** Null without a deadline that is still to come. Throws `ticket_exited` once the car has left. */
  readReminder(db: Db, payment: Payment, now: Date): Promise<Reminder | null>
}
