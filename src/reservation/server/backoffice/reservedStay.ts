import { findAuditRows } from '#kit/server/auditRows.ts'
import { toHistoryEvents } from '#staff/server/history.ts'
import type { ReservedStay } from '#ticket/server/backoffice/reservedStay.ts'
import { reservationTrail } from '../../auditTerms.ts'
import { closeCases } from '#payment/server/ledger/cases.ts'
import { recordReservedExit, lockReservationAtExit } from '../flow/reservedExit.ts'
import { lockReservationOfTicket, authorisePaidExit } from '../flow/authoriseReservedExit.ts'
import { findReservation, listReservationsOfTickets, type Reservation, reserveStateOf } from '../store.ts'

export const reservedStay: ReservedStay = {
  lock: async (db, ticketId) => {
    await lockReservationOfTicket(db, ticketId)
  },
  onWaived: async (db, ticketId, by) =>
    authorisePaidExit(db, await lockReservationOfTicket(db, ticketId), by),
  async onExit(tx, deps, ticketId, by) {
    await lockReservationAtExit(tx, ticketId, by.now)
    await recordReservedExit(tx, deps, ticketId, by)
    const reservation = await findReservation(tx, 'ticket_id', ticketId)
    if (reservation) await closeCases(tx, reservation.payment_id, ['plate_twice'], by.now)
  },
  async findOpenUntil(db, ticketIds, now) {
    const reservations = await listReservationsOfTickets(db, ticketIds)
    return new Map(
      reservations.flatMap((reservation): Array<[number, Date]> => {
        const until = openUntilOf(reservation, now)
        return until === null || reservation.ticket_id === null ? [] : [[reservation.ticket_id, until]]
      }),
    )
  },
  async find(db, ticketId, now) {
    const reservation = await findReservation(db, 'ticket_id', ticketId)
    if (!reservation) return null
    const rows = await findAuditRows(db, 'reservation', [reservation.id])
    const openUntil = openUntilOf(reservation, now)
    const events = toHistoryEvents(reservationTrail, rows)
    return { paymentToken: reservation.payment_token, openUntil, events }
  },
}

function openUntilOf(reservation: Reservation, now: Date): Date | null {
  return reserveStateOf(reservation, now) === 'exit_confirmed' ? reservation.deadline_at : null
}
