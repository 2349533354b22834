import type { Db, Tx } from '#db/schema.ts'
import type { SubjectFields } from '../contract.ts'
import type { CaptureTerms } from '../method/captureTerms.ts'
import type { Reminder } from '../local/reminderFile.ts'
import type { Payment } from './store.ts'

type ReceiptFacts = { lotName: string; plate: string | null; enteredAt: Date | null }

type NotOwedReason = 'paid' | 'exited' | 'replaced' | 'released' | 'validated'

/** `overCents` of the amount are not owed. */
export type PaidResult = { exitDeadlineAt: Date | null; overCents?: number } | { notOwed: NotOwedReason }

export type { Reminder }

type SubjectView = {
  vehicleName: string | null
  plate: string | null
  shown: SubjectFields
}

/** Throws `price_changed` with the fresh ticket, `already_paid`, `ticket_exited`, `reservation_released`. */
type AssertPrice = (now: Date) => Promise<void>

/** The subject of a payment: a ticket or a reserved space, wired in app/server/deps.ts. */
export type Payable = {
  captureTerms(payment: Pick<Payment, 'destination'>): CaptureTerms
  readonly hiddenFields: SubjectFields
  /** Locks the subject for an attempt, with the payment locked. */
  lock(tx: Tx, payment: Payment): Promise<AssertPrice>
  /** Pays the subject in a capture's transaction and publishes gate events, or answers why it is not owed. */
  onPaid(tx: Tx, payment: Payment, paidAt: Date, now: Date): Promise<PaidResult>
  onAuthorised(tx: Tx, payment: Payment, now: Date): Promise<boolean>
  /** Whether the amount to capture of a hold is still owed. */
  isStillOwed(tx: Tx, payment: Payment, now: Date): Promise<boolean>
  /** `byPortal`: the portal requested the release. */
  onReleased(tx: Tx, payment: Payment, by: { byPortal: boolean; now: Date }): Promise<void>
  describe(db: Db, payment: Payment, now: Date): Promise<SubjectView>
  receiptFacts(db: Db, payment: Payment): Promise<ReceiptFacts>
  /** Centavos due of the payment's stay; 0 without a stay. */
  readDue(db: Db, payment: Payment, now: Date): Promise<number>
  /** Centavos paid beyond what the payment's stay owes; 0 where it pays none. */
  readOver(db: Db, payment: Pick<Payment, 'id'>, now: Date): Promise<number>
  /** As `readOver`; locks the stay. */
  lockOver(tx: Tx, payment: Pick<Payment, 'id'>, now: Date): Promise<number>
  /** Null without a deadline to come. Throws `ticket_exited` once the car has left. */
  readReminder(db: Db, payment: Payment, now: Date): Promise<Reminder | null>
}
