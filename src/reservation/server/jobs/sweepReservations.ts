import type { ReservationDeps } from '../deps.ts'
import { overdueReservations } from '../store.ts'
import { lapse } from './lapse.ts'

const batch = 50

/** Looks at every reservation whose time is over. Answers how many. One that fails does not stop the others. */
export async function sweepReservations(deps: ReservationDeps): Promise<number> {
  const overdue = await overdueReservations(deps.db, deps.clock.now(), batch)
  for (const reservation of overdue) {
    try {
      await lapse(deps, reservation)
    } catch (error) {
      deps.log.error({ err: error, reservation: reservation.id }, 'sweep could not close a reservation')
    }
  }
  return overdue.length
}
