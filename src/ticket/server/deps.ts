import type { Db } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import type { PaymentSubject } from '#payment/server/subject.ts'

/** What the ticket calls need; built once in app/server/deps.ts. */
export type TicketDeps = {
  readonly db: Db
  readonly clock: SharedClock
  readonly subject: PaymentSubject
  /** Whether a ticket belongs to a reservation of this person. Reservations are wired in, never imported. */
  readonly isReservedFor: (db: Db, ticketId: number, userId: number | null) => Promise<boolean>
  /** Whether the gate waits until somebody authorises the exit of this ticket's reservation. */
  readonly awaitsExit: (db: Db, ticketId: number, now: Date) => Promise<boolean>
}
