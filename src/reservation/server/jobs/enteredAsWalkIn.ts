import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { clockSkewMs, plus } from '#kit/clock.ts'
import { platesOfCar } from '#vehicle/plate.ts'
import { sameEntranceMs } from '../../terms.ts'
import type { Reservation } from '../store.ts'

/** Why nothing is kept of such a reservation, in its trail. */
export const cameOrdinaryText = 'O veículo entrou com um ticket comum'

type Of = Pick<
  Reservation,
  'plate' | 'lot_id' | 'ticket_code' | 'created_at' | 'arrive_until_at' | 'after_ticket_id'
>

/**
 * Whether the car of a reservation came to its car park with an ordinary ticket, from when it was reserved to its latest
 * arrival: the space was not safe yet, or the gate did not know it. That ticket is what the visit is paid by
 * (docs/reservation.md#an-ordinary-ticket).
 */
export async function enteredAsWalkIn(db: Db, of: Of): Promise<boolean> {
  return (await ordinaryTicketOf(db, of)) !== undefined
}

const isOrdinary = sql<boolean>`not exists (select from reservation where reservation.ticket_id = ticket.id)`

/** The first such ticket. */
export function ordinaryTicketOf(db: Db, of: Of) {
  return (
    db
      .selectFrom('ticket')
      .select(['code', 'entered_at', 'exited_at'])
      .where('plate', 'in', platesOfCar(of.plate))
      .where('lot_id', '=', of.lot_id)
      .where('code', '<>', of.ticket_code)
      .where('entered_at', '>=', plus(of.created_at, -clockSkewMs))
      // Told before, it came for nothing that was reserved yet, whatever the clocks of gate and instances. Without the
      // ticket of a release before, by their clocks.
      .where(sql<boolean>`coalesce(id > ${of.after_ticket_id}::bigint, created_at >= ${of.created_at})`)
      .where('entered_at', '<=', of.arrive_until_at)
      // The car may have been reserved again, and come for that.
      .where(isOrdinary)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )
}

/** The ordinary ticket of a car whose visit is over, and by which it was inside at `at`, or came two minutes later at most. */
export function ordinaryVisitAt(db: Db, car: { plate: string; lotId: number; at: Date }) {
  return db
    .selectFrom('ticket')
    .select('code')
    .where('plate', 'in', platesOfCar(car.plate))
    .where('lot_id', '=', car.lotId)
    .where('entered_at', '<=', plus(car.at, sameEntranceMs))
    .where('exited_at', '>', car.at)
    .where(isOrdinary)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
