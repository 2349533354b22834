import type { Db, Tx } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { closeUnpaid } from '#payment/server/changeState.ts'
import { lockPayment, type Payment } from '#payment/server/store.ts'
import { enqueueHoldEnding } from '#payment/hold/server/recordHoldEnding.ts'
import type { ReservationDeps } from '../deps.ts'
import { isStateWithDeadline } from '../../reservationState.ts'
import { changeReservation } from '../changeReservation.ts'
import { lockReservation, type Reservation, reserveStateOf } from '../store.ts'
import { enteredAsWalkIn, walkInReason } from './walkIn.ts'

/** Nothing is retained when an ordinary ticket pays the visit. */
export async function unusedReservationCharge(db: Db, reservation: Reservation, why: string) {
  const isPaidOtherwise = await enteredAsWalkIn(db, reservation)
  const amountCents = isPaidOtherwise ? 0 : reservation.retained_cents
  const text = `Valor retido da reserva (${why})`
  return {
    isPaidOtherwise,
    requestedCents: amountCents,
    lines: amountCents === 0 ? [] : [{ text, amountCents }],
  }
}

/** Releases an unpaid space, charges a no-show, prices an unused exit again. */
export async function endUnusedReservation(deps: ReservationDeps, reservation: Reservation): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, reservation.payment_id)
    const fresh = await lockReservation(tx, reservation.payment_id)
    const to = reserveStateOf(fresh, now)
    if (to === fresh.state || isStateWithDeadline(to)) return
    if (to === 'released') return releaseSpace(tx, payment, fresh, now)
    const by = { deadlineAt: null, actor: 'janitor', now }
    if (to !== 'no_show') return changeReservation(tx, fresh, { to, ...by })
    const { isPaidOtherwise, ...ending } = await unusedReservationCharge(tx, fresh, 'não comparecimento')
    const note = { reason: walkInReason }
    await changeReservation(tx, fresh, isPaidOtherwise ? { to: 'released', note, ...by } : { to, ...by })
    await enqueueHoldEnding(tx, deps, payment, { ...ending, actor: 'janitor', now })
  })
}

/** Releases an unpaid space in the caller's transaction. */
export async function releaseUnpaidSpace(tx: Tx, paymentId: number, now: Date): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  const fresh = await lockReservation(tx, paymentId)
  if (fresh.state === 'held' && reserveStateOf(fresh, now) === 'released')
    await releaseSpace(tx, payment, fresh, now)
}

async function releaseSpace(tx: Tx, payment: Payment, reservation: Reservation, now: Date): Promise<void> {
  await changeReservation(tx, reservation, { to: 'released', deadlineAt: null, actor: 'janitor', now })
  await closeUnpaid(tx, payment, { to: 'expired', actor: 'janitor', now })
}
