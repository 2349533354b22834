import type { Db, Tx } from '#db/schema.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { HistoryEvent } from '#staff/server/history.ts'

/** Implemented by `reservation/server/backoffice/reservedStay.ts`, wired in `app/server/deps.ts`. */
export type ReservedStay = {
  /** Always called before the ticket is locked. */
  lock(tx: Tx, ticketId: number): Promise<void>
  /** Opens the exit as if the difference had been paid. */
  onWaived(tx: Tx, ticketId: number, by: ChangeBy & { exitDeadlineAt: Date | null }): Promise<void>
  /** The car is gone: the hold is released, and its case `plate_twice` closed. */
  onExit(tx: Tx, deps: Pick<PaymentDeps, 'timing'>, ticketId: number, by: ChangeBy): Promise<void>
  /** By ticket id, of exits that are authorised. */
  findOpenUntil(db: Db, ticketIds: readonly number[], now: Date): Promise<ReadonlyMap<number, Date>>
  /** Null if the ticket is not of a reservation. */
  find(db: Db, ticketId: number, now: Date): Promise<ReservationOfTicket | null>
}

type ChangeBy = { actor: string; now: Date }

type ReservationOfTicket = { paymentToken: string; openUntil: Date | null; events: HistoryEvent[] }
