import type { Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { lockReservedSpace } from '#parking/server/flow/lockReservedSpace.ts'
import { terms } from '#payment/method.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import type { Payment } from '#payment/server/store.ts'
import type { Payable } from '#payment/server/payable.ts'
import { freeExitDeadline } from '#ticket/server/gate/freeExitDeadline.ts'
import { lockStay } from '#ticket/server/flow/lockStay.ts'
import { paySegment } from '#ticket/server/flow/paySegment.ts'
import { lotsWithTariff, ticketByCode } from '#ticket/server/store.ts'
import { readDueOf } from '#ticket/server/subject.ts'
import { payUntilWhileCharging } from '../terms.ts'
import { changeReservation } from './changeReservation.ts'
import { enteredAsWalkIn, cameOrdinaryText } from './jobs/enteredAsWalkIn.ts'
import { openUntil } from './openUntil.ts'
import {
  countReserved,
  extendTimeToPay,
  lockReservation,
  type Reservation,
  reservationOfPayment,
  stateOf,
} from './store.ts'
import { wireReserve } from './view.ts'

/** A reserved space as the thing that a payment holds money for. */
export const reservationSubject: Payable = {
  terms: () => terms.hold,
  hidden: { reserve: null },

  // `assertPrice` locks the reservation.
  lock: async () => {},
  assertPrice,

  onAuthorised: (db, payment, now) => confirmSpace(db, payment, now),

  async onPaid(db, payment, paidAt, now) {
    const reservation = await lockReservation(db, payment.id)
    if (reservation.state === 'cancelled' || reservation.state === 'no_show') {
      await keepRetained(db, payment, reservation, now)
      // What is kept of a reservation that was not used: there is nothing to leave.
      return { exitDeadlineAt: null }
    }
    return payStay(db, payment, reservation, { paidAt, now })
  },

  async stillOwes(db, payment, now) {
    const { state, ticket_id: ticketId } = await lockReservation(db, payment.id)
    // What is kept of a reservation that was not used nobody else pays.
    if (state === 'cancelled' || state === 'no_show') return true
    if (ticketId === null) return false
    const stay = await lockStay(db, ticketId, now)
    return stay.segmentN === payment.segment_n && stay.state !== 'exited' && stay.state !== 'blocked'
  },

  async onReleased(db, payment, { asked, now }) {
    const reservation = await lockReservation(db, payment.id)
    if (asked && reservation.state === 'entered') return openWithoutCharge(db, payment, reservation, now)
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

  readDue: readDueOf,

  async describe(db, payment, now) {
    const reservation = await reservationOfPayment(db, payment.id)
    if (!reservation) return { vehicleName: null, plate: null, shown: { reserve: null } }
    const { vehicle_name: vehicleName, plate } = reservation
    return { vehicleName, plate, shown: { reserve: wireReserve(reservation, now) } }
  },
}

async function assertPrice(db: Tx, payment: Payment, now: Date): Promise<void> {
  const reservation = await lockReservation(db, payment.id)
  if (stateOf(reservation, now) !== 'held') throw fail('reservation_released')
  const { created_at: createdAt, deadline_at: deadlineAt } = reservation
  if (deadlineAt === null) throw new Error(`reservation ${reservation.id} is held without a deadline`)
  await extendTimeToPay(db, reservation.id, payUntilWhileCharging({ createdAt, deadlineAt }, now))
}

/** The car was inside when this was taken, as a gate has told too late: staff decide whether it is kept. */
async function keepRetained(db: Db, payment: Payment, { ticket_code: code }: Reservation, now: Date) {
  const { id: paymentId, amount_cents: amountCents } = payment
  if (await ticketByCode(db, code)) await openCase(db, { paymentId, kind: 'came_in_time', amountCents }, now)
}

/**
 * A hold that comes after the time to pay keeps the space only if one is left. One that comes after the car, which has an
 * ordinary ticket by now, is released: the visit is paid by that.
 */
async function confirmSpace(db: Tx, payment: Payment, now: Date): Promise<boolean> {
  const reservation = await lockReservation(db, payment.id)
  if (reservation.state !== 'held') return false
  const change = { actor: 'acquirer', now } as const
  if (await enteredAsWalkIn(db, reservation)) {
    const note = { reason: cameOrdinaryText }
    await changeReservation(db, reservation, { to: 'released', deadlineAt: null, note, ...change })
    return false
  }
  const late = stateOf(reservation, now) !== 'held'
  const selling = { countReserved, lotsWithTariff }
  const kept = !late || (await lockReservedSpace(db, reservation.lot_id, selling, now)) !== null
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
  db: Tx,
  payment: Payment,
  reservation: Reservation,
  { paidAt, now }: { paidAt: Date; now: Date },
): Promise<{ exitDeadlineAt: Date | null } | null> {
  const { ticket_id: ticketId } = reservation
  if (ticketId === null) return null
  const { segment_n: n, amount_cents: amountCents, id: paymentId } = payment
  const booked = await paySegment(
    db,
    { ticketId, n, amountCents, paymentId, paidAt, pricedAt: payment.ending_at ?? paidAt },
    now,
  )
  if (!booked) return null
  const { exitDeadlineAt } = booked
  if (exitDeadlineAt !== null) {
    const change = { deadlineAt: exitDeadlineAt, actor: 'acquirer', now } as const
    await changeReservation(db, reservation, { to: 'exit_confirmed', ...change })
  } else {
    await changeReservation(db, reservation, { to: 'surplus_due', deadlineAt: now, actor: 'acquirer', now })
  }
  return { exitDeadlineAt }
}

/**
 * Nothing was owed when the exit was asked for, or a machine was paid: it opens. Nothing changes where that is too long ago; the
 * exit is asked for again, and priced then.
 */
async function openWithoutCharge(
  db: Tx,
  payment: Payment,
  reservation: Reservation,
  now: Date,
): Promise<void> {
  if (reservation.ticket_id === null) return
  const askedAt = payment.ending_at ?? now
  const deadlineAt = await freeExitDeadline(db, reservation.ticket_id, { askedAt, now })
  if (deadlineAt !== null) await openUntil(db, reservation, { deadlineAt, actor: 'acquirer', now })
}
