import type { Tx } from '#db/schema.ts'
import { reserveAllows } from '../../reservationState.ts'
import { changeReservation } from '../changeReservation.ts'
import { lockReservation, type Reservation } from '../store.ts'
import { publishGateEvent } from '#ticket/server/gate/publishGateEvent.ts'

/** Locks the reservation, always before the ticket. */
export async function lockReservationOfTicket(tx: Tx, ticketId: number | null): Promise<Reservation | null> {
  if (ticketId === null) return null
  const found = await tx
    .selectFrom('reservation')
    .select('payment_id')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst()
  return found ? lockReservation(tx, found.payment_id) : null
}

type PaidExit = { exitDeadlineAt: Date | null; now: Date; actor: string }

/** Authorises nothing while the hold stands. The reservation must be locked. */
export async function authorisePaidExit(
  tx: Tx,
  reservation: Reservation | null,
  paid: PaidExit,
): Promise<void> {
  const { exitDeadlineAt: deadlineAt, actor, now } = paid
  if (!reservation || deadlineAt === null) return
  if (reservation.on_hold || !reserveAllows('confirm', reservation.state)) return
  await changeReservation(tx, reservation, { to: 'exit_confirmed', deadlineAt, actor, now })
}

type FreeExit = { deadlineAt: Date; actor: string; now: Date }

/** Reservation and ticket must be locked. */
export async function authoriseFreeExit(tx: Tx, reservation: Reservation, by: FreeExit): Promise<void> {
  const { deadlineAt, now } = by
  await changeReservation(tx, reservation, { to: 'exit_confirmed', ...by })
  const ticket = { lot_id: reservation.lot_id, code: reservation.ticket_code }
  await publishGateEvent(tx, { kind: 'authorised', ticket, deadlineAt, at: now })
}
