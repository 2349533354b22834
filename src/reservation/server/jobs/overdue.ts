import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { exitMinuteMs } from '#parking/exitMinute.ts'
import { activeStates } from '../../reservationState.ts'
import { lateReportMs } from '../../terms.ts'
import { paymentClosed, type Reservation, reservations } from '../store.ts'

/** Reservations past their deadline, oldest first, after `last`. A no-show waits for late reports of gates. */
export async function overdueReservations(
  db: Db,
  now: Date,
  { limit, last }: { limit: number; last: Reservation | undefined },
): Promise<Reservation[]> {
  return reservations(db)
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
          eb('reservation.deadline_at', '<=', plus(now, -exitMinuteMs)),
        ]),
        eb.and([
          eb('reservation.state', '=', 'preauthorised'),
          eb('reservation.deadline_at', '<', plus(now, -lateReportMs)),
        ]),
        eb.and([eb('reservation.state', '=', 'held'), paymentClosed]),
      ]),
    )
    .orderBy('reservation.id')
    .limit(limit)
    .execute()
}
