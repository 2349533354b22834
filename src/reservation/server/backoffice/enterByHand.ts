import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { ReservationDeps } from '../deps.ts'
import { reserveAllows } from '../../reservationState.ts'
import { reservationById, stateOf } from '../store.ts'
import { registerArrival } from '../flow/registerArrival.ts'

/** Throws `not_found`, `already_entered`, `not_awaited`. */
export async function enterByHand(deps: ReservationDeps, id: number, actor: string): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const reservation = await reservationById(tx, id)
    if (!reservation) throw fail('not_found')
    const state = stateOf(reservation, now)
    if (reservation.ticket_id !== null) throw fail('already_entered')
    if (!reserveAllows('enter', state)) throw fail('not_awaited')
    const { lot_id: lotId, ticket_code: code } = reservation
    await registerArrival(tx, deps.gateKey, { code }, { lotId, gate: 'balcão', enteredAt: now, now, actor })
  })
}
