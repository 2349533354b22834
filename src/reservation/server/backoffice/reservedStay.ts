import { auditOf } from '#kit/server/auditRows.ts'
import { fromAudit } from '#staff/server/history.ts'
import type { ReservedStay } from '#ticket/server/backoffice/reservedStay.ts'
import { reservationTrail } from '../../auditTerms.ts'
import { closeCases } from '#payment/server/ledger/cases.ts'
import { leaveReserved, reservedAtExit } from '../flow/atExit.ts'
import { lockReservationOf, openPaidExit } from '../flow/openExit.ts'
import { findReservation, stateOf } from '../store.ts'

export const reservedStay: ReservedStay = {
  lock: async (db, ticketId) => {
    await lockReservationOf(db, ticketId)
  },
  onWaived: async (db, ticketId, by) => openPaidExit(db, await lockReservationOf(db, ticketId), by),
  async leave(tx, deps, ticketId, by) {
    await reservedAtExit(tx, ticketId, by.now)
    await leaveReserved(tx, deps, ticketId, by)
    const reservation = await findReservation(tx, 'ticket_id', ticketId)
    if (reservation) await closeCases(tx, reservation.payment_id, ['plate_twice'], by.now)
  },
  async find(db, ticketId, now) {
    const reservation = await findReservation(db, 'ticket_id', ticketId)
    if (!reservation) return null
    const rows = await auditOf(db, 'reservation', [reservation.id])
    const openUntil = stateOf(reservation, now) === 'exit_confirmed' ? reservation.deadline_at : null
    const happened = fromAudit(reservationTrail, rows)
    return { paymentToken: reservation.payment_token, openUntil, happened }
  },
}
