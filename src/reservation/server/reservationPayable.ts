import { lockFreeExitDeadline } from '#ticket/server/gate/freeExitDeadline.ts'
import type { Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { lockLotWithReservedSpace } from '#parking/server/flow/lockLotWithReservedSpace.ts'
import { captureTerms } from '#payment/method/captureTerms.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import type { Payment } from '#payment/server/store.ts'
import type { PaidResult, Payable } from '#payment/server/payable.ts'
import { lockStay } from '#ticket/server/stay.ts'
import { recordPortalPayment } from '#ticket/server/flow/recordPortalPayment.ts'
import { findTicketByCode } from '#ticket/server/store.ts'
import { lotsWithTariff } from '#ticket/server/tariff/store.ts'
import { lockStayOver, readStayOver } from '#ticket/server/overpaid/stayOver.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { readDueCents, readExitReminder } from '#ticket/server/ticketPayable.ts'
import { extendPaymentDeadline } from '../reserveTerms.ts'
import { changeReservation } from './changeReservation.ts'
import { enteredAsWalkIn, walkInReason } from './jobs/walkIn.ts'
import { authoriseFreeExit } from './flow/authoriseReservedExit.ts'
import { countReserved, findReservation, lockReservation, type Reservation, reserveStateOf } from './store.ts'
import { wireReserve } from './view.ts'

export const reservationPayable: Payable = {
  captureTerms: () => captureTerms.hold,
  hiddenFields: { reserve: null },

  // The check of the price locks the reservation.
  lock: async (tx, payment) => (now) => assertWaitingAndExtend(tx, payment, now),
  onAuthorised: confirmReservedSpace,

  async onPaid(db, payment, paidAt, now) {
    const reservation = await lockReservation(db, payment.id)
    if (reservation.state === 'cancelled' || reservation.state === 'no_show') {
      await flagRetainedAfterEntrance(db, payment, reservation.ticket_code, now)
      return { exitDeadlineAt: null }
    }
    return recordStayPayment(db, payment, reservation, { paidAt, now })
  },

  async isStillOwed(db, payment, now) {
    const { state, ticket_id: ticketId } = await lockReservation(db, payment.id)
    // Only this payment pays a retained amount.
    if (state === 'cancelled' || state === 'no_show') return true
    if (ticketId === null) return false
    const stay = await lockStay(db, ticketId, now)
    return stay.nextSegmentN === payment.segment_n && stay.state !== 'exited' && stay.state !== 'blocked'
  },

  async onReleased(db, payment, { byPortal, now }) {
    const reservation = await lockReservation(db, payment.id)
    if (byPortal && reservation.state === 'entered') return authoriseUncharged(db, payment, reservation, now)
    // The acquirer ended the hold: the space is not guaranteed any more.
    if (!byPortal && reservation.state === 'preauthorised')
      await changeReservation(db, reservation, { to: 'released', deadlineAt: null, actor: 'acquirer', now })
  },

  async receiptFacts(db, payment) {
    const reservation = await findReservation(db, 'payment_id', payment.id)
    if (!reservation) throw new Error(`payment ${payment.id} has no reservation`)
    const { lot_name: lotName, plate, entered_at: enteredAt } = reservation
    return { lotName, plate, enteredAt }
  },

  readDue: readDueCents,
  readOver: readStayOver,
  lockOver: lockStayOver,

  async readReminder(db, payment, now) {
    const reservation = await findReservation(db, 'payment_id', payment.id)
    if (!reservation) return null
    const state = reserveStateOf(reservation, now)
    const { deadline_at: exitUntil } = reservation
    // Also where the hold was released and the exit is free.
    if (state === 'exit_confirmed' && exitUntil !== null && canExitAt(exitUntil, now))
      return { to: 'leave', until: exitUntil }
    if (reservation.ticket_id !== null) return readExitReminder(db, reservation.ticket_id, now)
    const isAwaited = state === 'preauthorised'
    return isAwaited ? { to: 'arrive', until: reservation.arrive_until_at } : null
  },

  async describe(db, payment, now) {
    const reservation = await findReservation(db, 'payment_id', payment.id)
    if (!reservation) return { vehicleName: null, plate: null, shown: { reserve: null } }
    const { vehicle_name: vehicleName, plate } = reservation
    return { vehicleName, plate, shown: { reserve: wireReserve(reservation, now) } }
  },
}

async function assertWaitingAndExtend(tx: Tx, payment: Payment, now: Date): Promise<void> {
  const reservation = await lockReservation(tx, payment.id)
  if (reserveStateOf(reservation, now) !== 'held') throw fail('reservation_released')
  const { created_at: createdAt, deadline_at: deadlineAt } = reservation
  if (deadlineAt === null) throw new Error(`reservation ${reservation.id} is held without a deadline`)
  await tx
    .updateTable('reservation')
    .set({ deadline_at: extendPaymentDeadline({ createdAt, deadlineAt }, now) })
    .where('id', '=', reservation.id)
    .execute()
}

/** Opens a case if a gate has reported late that the car was inside. */
async function flagRetainedAfterEntrance(db: Db, payment: Payment, code: string, now: Date) {
  const { id: paymentId, amount_cents: amountCents } = payment
  if (await findTicketByCode(db, code))
    await openCase(db, { paymentId, kind: 'came_in_time', amountCents }, now)
}

/** A late hold keeps the space only if one is left. */
async function confirmReservedSpace(tx: Tx, payment: Payment, now: Date): Promise<boolean> {
  const reservation = await lockReservation(tx, payment.id)
  if (reservation.state !== 'held') return false
  const change = { actor: 'acquirer', now } as const
  if (await enteredAsWalkIn(tx, reservation)) {
    const note = { reason: walkInReason }
    await changeReservation(tx, reservation, { to: 'released', deadlineAt: null, note, ...change })
    return false
  }
  const isLate = reserveStateOf(reservation, now) !== 'held'
  const port = { countReserved, lotsWithTariff }
  const kept = !isLate || (await lockLotWithReservedSpace(tx, reservation.lot_id, port, now)) !== null
  const to = kept
    ? ({ to: 'preauthorised', deadlineAt: reservation.arrive_until_at } as const)
    : ({ to: 'released', deadlineAt: null } as const)
  await changeReservation(tx, reservation, { ...to, ...change })
  return kept
}

async function recordStayPayment(
  tx: Tx,
  payment: Payment,
  reservation: Reservation,
  { paidAt, now }: { paidAt: Date; now: Date },
): Promise<PaidResult> {
  const { ticket_id: ticketId } = reservation
  if (ticketId === null) return { notOwed: 'released' }
  const { segment_n: n, amount_cents: amountCents, id: paymentId } = payment
  const pricedAt = payment.ending_at ?? paidAt
  const part = { ticketId, n, amountCents, paymentId, breakdown: null, paidAt, pricedAt }
  const result = await recordPortalPayment(tx, part, now)
  if ('notOwed' in result) return result
  const { exitDeadlineAt } = result
  const to = exitDeadlineAt === null ? 'surplus_due' : 'exit_confirmed'
  const change = { to, deadlineAt: exitDeadlineAt ?? now, actor: 'acquirer', now } as const
  await changeReservation(tx, reservation, change)
  return result
}

/**
 * Authorises the exit of a stay without charge, unless its deadline has passed: then the stay is priced
 * again.
 */
async function authoriseUncharged(tx: Tx, payment: Payment, reservation: Reservation, now: Date) {
  if (reservation.ticket_id === null) return
  const askedAt = payment.ending_at ?? now
  const deadlineAt = await lockFreeExitDeadline(tx, reservation.ticket_id, { askedAt, now })
  if (deadlineAt !== null) await authoriseFreeExit(tx, reservation, { deadlineAt, actor: 'acquirer', now })
}
