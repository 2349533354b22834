import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { lockReservedSpace } from '#parking/server/flow/lockReservedSpace.ts'
import { terms } from '#payment/method.ts'
import type { Payment } from '#payment/server/store.ts'
import type { PaymentSubject } from '#payment/server/subject.ts'
import { lockStay } from '#ticket/server/flow/lockStay.ts'
import { paySegment } from '#ticket/server/flow/paySegment.ts'
import { tellGates } from '#ticket/server/flow/tellGates.ts'
import { payUntilWhileCharging } from '../terms.ts'
import {
  changeReservation,
  countReserved,
  extendTimeToPay,
  lockReservation,
  type Reservation,
  reservationOfPayment,
  stateOf,
} from './store.ts'
import { wireReserve } from './view.ts'

/** A reserved space as the thing that a payment holds money for. */
export const reservationSubject: PaymentSubject = {
  terms: () => terms.hold,
  hidden: { reserve: null },

  // What it locks is found by the payment, not by its ticket.
  ahead: () => ({ price: [], paid: [] }),

  async lockPrice(db, payment, now) {
    const reservation = await lockReservation(db, payment.id)
    if (stateOf(reservation, now) !== 'held') throw fail('reservation_released')
    const { created_at: createdAt, deadline_at: deadlineAt } = reservation
    if (deadlineAt === null) throw new Error(`reservation ${reservation.id} is held without a deadline`)
    await extendTimeToPay(db, reservation.id, payUntilWhileCharging({ createdAt, deadlineAt }, now))
  },

  onAuthorised: (db, payment, now) => confirmSpace(db, payment, now),

  async onPaid(db, payment, paidAt, now) {
    const reservation = await lockReservation(db, payment.id)
    // What is kept of a reservation that was not used: there is nothing to leave.
    if (reservation.state === 'cancelled' || reservation.state === 'no_show') return { exitDeadlineAt: null }
    return payStay(db, payment, reservation, { paidAt, now })
  },

  async onReleased(db, payment, { asked, now }) {
    const reservation = await lockReservation(db, payment.id)
    if (asked && reservation.state === 'entered') return openWithoutCharge(db, reservation, now)
    // The hold ended by itself: nothing guarantees the space any more; a stay is paid like any other.
    if (!asked && reservation.state === 'preauthorised')
      await changeReservation(db, reservation, { to: 'released', deadlineAt: null, actor: 'acquirer', now })
  },

  async receiptFacts(db, payment) {
    const reservation = await reservationOfPayment(db, payment.id)
    if (!reservation) throw new Error(`payment ${payment.id} has no reservation`)
    const { lot_name: lotName, plate, entered_at: enteredAt } = reservation
    return { lotName, plate, enteredAt }
  },

  async describe(db, payment, now) {
    const reservation = await reservationOfPayment(db, payment.id)
    if (!reservation) return { vehicleName: null, plate: null, shown: { reserve: null } }
    const { vehicle_name: vehicleName, plate } = reservation
    return { vehicleName, plate, shown: { reserve: wireReserve(reservation, now) } }
  },
}

/** A hold that comes after the time to pay keeps the space only if one is left. */
async function confirmSpace(db: Db, payment: Payment, now: Date): Promise<boolean> {
  const reservation = await lockReservation(db, payment.id)
  if (reservation.state !== 'held') return false
  const late = stateOf(reservation, now) !== 'held'
  const kept =
    !late || (await lockReservedSpace(db, reservation.lot_id, () => countReserved(db, now))) !== null
  const change = { actor: 'acquirer', now } as const
  await changeReservation(
    db,
    reservation,
    kept
      ? { to: 'preauthorised', deadlineAt: reservation.arrive_until_at, ...change }
      : { to: 'released', deadlineAt: null, ...change },
  )
  return kept
}

async function payStay(
  db: Db,
  payment: Payment,
  reservation: Reservation,
  { paidAt, now }: { paidAt: Date; now: Date },
): Promise<{ exitDeadlineAt: Date } | null> {
  const { ticket_id: ticketId } = reservation
  if (ticketId === null) return null
  const { segment_n: n, amount_cents: amountCents, id: paymentId } = payment
  const booked = await paySegment(
    db,
    { ticketId, n, amountCents, paymentId, paidAt, pricedAt: payment.ending_at ?? paidAt },
    now,
  )
  if (!booked) return null
  const { exitDeadlineAt, covered } = booked
  if (covered) {
    const change = { deadlineAt: exitDeadlineAt, actor: 'acquirer', now } as const
    await changeReservation(db, reservation, { to: 'exit_confirmed', ...change })
  } else {
    await changeReservation(db, reservation, { to: 'surplus_due', deadlineAt: now, actor: 'acquirer', now })
  }
  return { exitDeadlineAt }
}

/** Nothing was owed, or a machine was paid: the exit opens until the stay costs something. */
async function openWithoutCharge(db: Db, reservation: Reservation, now: Date): Promise<void> {
  if (reservation.ticket_id === null) return
  const stay = await lockStay(db, reservation.ticket_id, now)
  const deadlineAt = stay.exitDeadlineAt ?? stay.freeUntil
  await changeReservation(db, reservation, { to: 'exit_confirmed', deadlineAt, actor: 'acquirer', now })
  const ticket = { lot_id: reservation.lot_id, code: reservation.ticket_code }
  await tellGates(db, { kind: 'authorised', ticket, deadlineAt, at: now })
}
