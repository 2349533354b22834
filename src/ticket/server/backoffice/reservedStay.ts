import type { Db, Tx } from '#db/schema.ts'
import type { Happening } from '#staff/server/history.ts'

/**
 * What the desk of tickets asks of the reservation behind one. Reservations implement it
 * (`reservation/server/backoffice/reservedStay.ts`) and `app/server/deps.ts` wires it in.
 */
export type ReservedStay = {
  /** Makes others who change it wait until this transaction ends: always before the ticket itself. */
  lock(tx: Tx, ticketId: number): Promise<void>
  /** In the transaction that waives what was due: opens the exit, as if the difference had been paid. */
  onWaived(
    tx: Tx,
    ticketId: number,
    by: { exitDeadlineAt: Date | null; actor: string; now: Date },
  ): Promise<void>
  /** Its payment's token, until when its exit is open, and what happened to it; null for a ticket without one. */
  find(
    db: Db,
    ticketId: number,
    now: Date,
  ): Promise<{ paymentToken: string; openUntil: Date | null; happened: Happening[] } | null>
}
