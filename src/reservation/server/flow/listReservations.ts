import type { WireTransaction } from '#payment/contract.ts'
import { readPayment } from '#payment/server/flow/readPayment.ts'
import type { ReservationDeps } from '../deps.ts'
import { tokensOfUser } from '../store.ts'

const most = 30

/** A person's newest 30 reservations, active ones first. */
export async function listReservations(deps: ReservationDeps, userId: number): Promise<WireTransaction[]> {
  const list: WireTransaction[] = []
  for (const token of await tokensOfUser(deps.db, { userId, now: deps.clock.now(), limit: most }))
    list.push(await readPayment(deps, { token, userId }))
  return list
}
