import { processInRounds } from '#kit/server/jobs/processInRounds.ts'
import type { ReservationDeps } from '../deps.ts'
import { type Reservation, isPaymentClosed, reservationQuery } from '../store.ts'
import { settleStay } from '../settleStay.ts'
import { endUnusedReservation } from './endUnusedReservation.ts'
import type { Db } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { exitMinuteMs } from '#parking/exitDeadline.ts'
import { activeStates } from '../../reservationState.ts'
import { lateReportMs } from '../../reserveTerms.ts'

const batchSize = 50

/** Answers how many reservations ended. */
export async function sweepReservations(deps: ReservationDeps, stopping?: AbortSignal): Promise<number> {
  const now = deps.clock.now()
  const next = (limit: number, last: Reservation | undefined) =>
    findOverdueReservations(deps.db, now, { limit, last })
  return processInRounds({ next, limit: batchSize, lanes: 1, stopping }, async (reservation) => {
    try {
      // The reservation of a car inside keeps its state until the acquirer has answered.
      const isParked = reservation.state === 'entered'
      if (isParked) await settleStay(deps, reservation.payment_id, 'janitor')
      else await endUnusedReservation(deps, reservation)
      return !isParked
    } catch (error) {
      deps.log.error({ err: error, reservation: reservation.id }, 'sweep could not close a reservation')
      return false
    }
  })
}

type Round = { limit: number; last: Reservation | undefined }

/** Finds the oldest after `last`. A no-show waits for late reports of gates. */
function findOverdueReservations(db: Db, now: Date, { limit, last }: Round): Promise<Reservation[]> {
  return reservationQuery(db)
    .where('reservation.id', '>', last?.id ?? 0)
    .where('reservation.state', 'in', activeStates)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('reservation.state', 'not in', ['preauthorised', 'exit_confirmed']),
          eb('reservation.deadline_at', '<', now),
        ]),
        eb.and([
          eb('reservation.state', '=', 'exit_confirmed'),
          eb('reservation.deadline_at', '<=', addMs(now, -exitMinuteMs)),
        ]),
        eb.and([
          eb('reservation.state', '=', 'preauthorised'),
          eb('reservation.deadline_at', '<', addMs(now, -lateReportMs)),
        ]),
        eb.and([eb('reservation.state', '=', 'held'), isPaymentClosed]),
      ]),
    )
    .orderBy('reservation.id')
    .limit(limit)
    .execute()
}
