import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { closeUnpaid } from '#payment/server/flow/hold/closeUnpaid.ts'
import { lockPayment, type Payment } from '#payment/server/store.ts'
import { recordEndingForJob } from '#payment/server/jobs/endHold.ts'
import type { ReservationDeps } from '../deps.ts'
import { settleStay } from '../flow/settleStay.ts'
import { isWaiting } from '../../reservationState.ts'
import { changeReservation } from '../changeReservation.ts'
import { lockReservation, type Reservation, stateOf } from '../store.ts'

/** What is kept of the hold of a reservation that was not used, as a line of its receipt. */
export function retainedLines(reservation: Pick<Reservation, 'retained_cents'>, why: string) {
  const amountCents = reservation.retained_cents
  return amountCents === 0 ? [] : [{ text: `Valor retido da reserva (${why})`, amountCents }]
}

/** Writes down what the clock has decided of a reservation; the hold of a parked car is used before it ends. */
export async function lapse(deps: ReservationDeps, reservation: Reservation): Promise<void> {
  if (reservation.state === 'entered') return settleStay(deps, reservation.payment_id, 'janitor')
  return lapseUnused(deps, reservation)
}

/**
 * A space that was not paid for goes back, a car that did not come pays what is retained, an exit that was not used is
 * priced again.
 */
export async function lapseUnused(deps: ReservationDeps, reservation: Reservation): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await lockPayment(db, reservation.payment_id)
    const fresh = await lockReservation(db, reservation.payment_id)
    const to = stateOf(fresh, now)
    if (to === fresh.state || isWaiting(to)) return
    if (to === 'released') return release(db, payment, fresh, now)
    await changeReservation(db, fresh, { to, deadlineAt: null, actor: 'janitor', now })
    if (to !== 'no_show') return
    const lines = retainedLines(fresh, 'não comparecimento')
    const ending = { takeCents: fresh.retained_cents, lines, actor: 'janitor', now }
    await recordEndingForJob(db, deps, payment, ending)
  })
}

/** The same for a space whose time to pay is over, in the caller's transaction. */
export async function releaseUnpaid(db: Db, paymentId: number, now: Date): Promise<void> {
  const payment = await lockPayment(db, paymentId)
  const fresh = await lockReservation(db, paymentId)
  if (fresh.state === 'held' && stateOf(fresh, now) === 'released') await release(db, payment, fresh, now)
}

async function release(db: Db, payment: Payment, reservation: Reservation, now: Date): Promise<void> {
  await changeReservation(db, reservation, { to: 'released', deadlineAt: null, actor: 'janitor', now })
  await closeUnpaid(db, payment, { to: 'expired', actor: 'janitor', now })
}
