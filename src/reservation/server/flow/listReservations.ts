import type { WireTransaction } from '#payment/contract.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import type { ReservationDeps } from '../deps.ts'
import { countActive, hasActive, holdsActive, tokensOfUser } from '../store.ts'

const most = 30

/** A person's reservations, active ones first; the newest 30. */
export async function listReservations(deps: ReservationDeps, userId: number): Promise<WireTransaction[]> {
  const list: WireTransaction[] = []
  for (const token of await tokensOfUser(deps.db, userId, most))
    list.push(await readPayment(deps, { token, userId }))
  return list
}

/** Reserved spaces that are spoken for, by lot, for the free counts. */
export const countReserved = countActive

/** Whether a vehicle has an active reservation: it cannot be removed then. */
export const isVehicleReserved = hasActive

/** Whether this card of a person holds the money of a reservation: it cannot be removed then. */
export const isCardReserved = holdsActive
