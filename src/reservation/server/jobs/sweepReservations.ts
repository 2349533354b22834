import { processInRounds } from '#kit/server/jobs/processInRounds.ts'
import type { ReservationDeps } from '../deps.ts'
import type { Reservation } from '../store.ts'
import { lapse } from './lapse.ts'
import { overdueReservations } from './overdue.ts'

const batch = 50

/** Answers how many ended. `stopping` ends the round between two. */
export async function sweepReservations(deps: ReservationDeps, stopping?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const next = (limit: number, last: Reservation | undefined) =>
    overdueReservations(deps.db, now, { limit, last })
  return processInRounds({ next, limit: batch, lanes: 1, stopping }, async (reservation) => {
    try {
      await lapse(deps, reservation)
      // A parked car's state stays until its acquirer has answered.
      return reservation.state !== 'entered'
    } catch (error) {
      deps.log.error({ err: error, reservation: reservation.id }, 'sweep could not close a reservation')
      return false
    }
  })
}
