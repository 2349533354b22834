import { transaction } from '#kit/server/db/transaction.ts'
import { lockStay } from '#ticket/server/flow/lockStay.ts'
import type { WireRunningValue } from '../../contract.ts'
import type { ReservationDeps } from '../deps.ts'
import { wireRunningValue } from '../view.ts'
import { ownReservation, type Owner } from './ownReservation.ts'

/** Price of a reservation's stay so far. Throws `not_found`. */
export async function runningValue(deps: ReservationDeps, by: Owner): Promise<WireRunningValue> {
  const reservation = await ownReservation(deps.db, by)
  const now = deps.clock.now()
  const { ticket_id: ticketId } = reservation
  const stay = ticketId === null ? null : await transaction(deps.db, (tx) => lockStay(tx, ticketId, now))
  return wireRunningValue(reservation, stay, now)
}
