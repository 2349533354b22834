import type { Db, Tx } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { closeUnpaid } from '#payment/server/changeState.ts'
import { lockPayment, type Payment } from '#payment/server/store.ts'
import { recordEndingForJob } from '#payment/hold/server/recordEnding.ts'
import type { ReservationDeps } from '../deps.ts'
import { settleStay } from '../settleStay.ts'
import { isWaiting } from '../../reservationState.ts'
import { changeReservation } from '../changeReservation.ts'
import { lockReservation, type Reservation, stateOf } from '../store.ts'
import { enteredAsWalkIn, walkInText } from './enteredAsWalkIn.ts'

/** Nothing is retained when an ordinary ticket pays the visit. */
export async function unusedEnding(db: Db, reservation: Reservation, why: string) {
  const isPaidOtherwise = await enteredAsWalkIn(db, reservation)
  const amountCents = isPaidOtherwise ? 0 : reservation.retained_cents
  const text = `Valor retido da reserva (${why})`
  return { isPaidOtherwise, takeCents: amountCents, lines: amountCents === 0 ? [] : [{ text, amountCents }] }
}

/** The hold of a parked car is used before it ends. */
export async function lapse(deps: ReservationDeps, reservation: Reservation): Promise<void> {
  if (reservation.state === 'entered') return settleStay(deps, reservation.payment_id, 'janitor')
  return lapseUnused(deps, reservation)
}

/** Releases an unpaid space, charges a no-show, prices an unused exit again. */
export async function lapseUnused(deps: ReservationDeps, reservation: Reservation): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, reservation.payment_id)
    const fresh = await lockReservation(tx, reservation.payment_id)
    const to = stateOf(fresh, now)
    if (to === fresh.state || isWaiting(to)) return
    if (to === 'released') return release(tx, payment, fresh, now)
    const by = { deadlineAt: null, actor: 'janitor', now }
    if (to !== 'no_show') return changeReservation(tx, fresh, { to, ...by })
    const { isPaidOtherwise, ...ending } = await unusedEnding(tx, fresh, 'não comparecimento')
    await changeReservation(
      tx,
      fresh,
      isPaidOtherwise ? { to: 'released', note: { reason: walkInText }, ...by } : { to, ...by },
    )
    await recordEndingForJob(tx, deps, payment, { ...ending, actor: 'janitor', now })
  })
}

/** For an unpaid space, in the caller's transaction. */
export async function releaseUnpaid(tx: Tx, paymentId: number, now: Date): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  const fresh = await lockReservation(tx, paymentId)
  if (fresh.state === 'held' && stateOf(fresh, now) === 'released') await release(tx, payment, fresh, now)
}

async function release(tx: Tx, payment: Payment, reservation: Reservation, now: Date): Promise<void> {
  await changeReservation(tx, reservation, { to: 'released', deadlineAt: null, actor: 'janitor', now })
  await closeUnpaid(tx, payment, { to: 'expired', actor: 'janitor', now })
}
