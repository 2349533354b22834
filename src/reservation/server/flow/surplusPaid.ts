import type { Db } from '#db/schema.ts'
import { reserveAllows } from '../../reservationState.ts'
import { changeReservation, lockReservation, reservationOfTicket } from '../store.ts'

/** Locks the reservation of a ticket, if it has one: always before the ticket itself. */
export async function lockReservationOf(db: Db, ticketId: number | null): Promise<void> {
  const reservation = ticketId === null ? undefined : await reservationOfTicket(db, ticketId)
  if (reservation) await lockReservation(db, reservation.payment_id)
}

/**
 * The ticket of a reservation was paid, in the portal or at a machine: its exit is open. While the hold still
 * stands nothing changes here; it is released when the car leaves. In the caller's transaction.
 */
export async function surplusPaid(
  db: Db,
  ticketId: number | null,
  paid: { exitDeadlineAt: Date | null; now: Date; actor: string },
): Promise<void> {
  const reservation = ticketId === null ? undefined : await reservationOfTicket(db, ticketId)
  if (!reservation || reservation.on_hold || !reserveAllows('confirm', reservation.state)) return
  const { exitDeadlineAt: deadlineAt, actor, now } = paid
  await changeReservation(db, reservation, { to: 'exit_confirmed', deadlineAt, actor, now })
}
