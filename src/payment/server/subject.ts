import type { CompiledQuery } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { SubjectShown } from '../contract.ts'
import type { Terms } from '../method.ts'
import type { LockedToTry, ToTry } from './reads/toPay.ts'
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

/** The ticket as its price was locked, by which transaction: books by that alone, and asks nothing. */
export type SeenSubject = Pick<PaymentSubject, 'onPaid'> & { readonly lockedBy: string }

/** A payment that is locked with what it pays; `price` answers and throws what `lockPrice` does. */
type LockedToPay = LockedToTry & { price(now: Date): Promise<SeenSubject | null> }

/**
 * What a payment must know of the thing it pays: a ticket, or a reserved space. Wired in app/server/deps.ts, so that
 * payment never imports ticket.
 */
export type PaymentSubject = {
  /** How the money moves, and by which methods. */
  terms(payment: Pick<Payment, 'destination'>): Terms
  /** What somebody sees of it who is not its owner. */
  readonly hidden: SubjectShown
  /**
   * In the transaction that starts an attempt: locks the subject and makes sure that the frozen amount is
   * still what is owed. Throws `price_changed` with the fresh ticket, `already_paid`, `ticket_exited`, or
   * `reservation_released`. Answers what it saw; null where nothing can be booked by that alone.
   */
  lockPrice(db: Db, payment: Payment, now: Date): Promise<SeenSubject | null>
  /**
   * The same where the payment, as it was read, is still to be locked and its tries to be read (`reads/toPay.ts`): by the same
   * statements, since the two of them cost less than four.
   */
  lockToPay(db: Db, payment: Payment, asked: ToTry): Promise<LockedToPay>
  /** What `onPaid` asks first, of a payment as it was read: it goes along with the payment's lock (`inOneWay`). */
  ahead(db: Db, payment: Payment): readonly CompiledQuery[]
  /**
   * In the transaction that records a success: books it on the subject and tells the gates. Answers the
   * exit deadline (null where there is nothing to leave), or null when the subject does not owe it (any more): the money goes back then.
   */
  onPaid(db: Db, payment: Payment, paidAt: Date, now: Date): Promise<{ exitDeadlineAt: Date | null } | null>
  /** In the transaction that records a hold. False when nobody waits for it (any more): it is released then. */
  onAuthorised(db: Db, payment: Payment, now: Date): Promise<boolean>
  /** Whether what is to be taken of a hold is still owed: somebody may have paid in another way since it was asked for. */
  stillOwes(db: Db, payment: Payment, now: Date): Promise<boolean>
  /** In the transaction that records the end of a hold without a capture; `asked`: it was us who ended it. */
  onReleased(db: Db, payment: Payment, by: { asked: boolean; now: Date }): Promise<void>
  describe(db: Db, payment: Payment, now: Date): Promise<SubjectView>
  receiptFacts(db: Db, payment: Payment): Promise<ReceiptFacts>
  /** Centavos that the stay of a payment owes at `now`; 0 for a payment without a stay. */
  readDue(db: Db, payment: Payment, now: Date): Promise<number>
}
