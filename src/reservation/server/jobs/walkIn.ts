import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { clockSkewMs, addMs } from '#kit/clock.ts'
import { platesOfCar } from '#vehicle/plate.ts'
import { arrivalEnd, sameEntranceMs } from '../../reserveTerms.ts'
import type { Reservation } from '../store.ts'

export const walkInReason = 'O veículo entrou com um ticket comum'

type PlateReservation = Pick<
  Reservation,
  'plate' | 'lot_id' | 'ticket_code' | 'created_at' | 'arrive_until_at' | 'after_ticket_id'
>

/** docs/reservation.md#an-ordinary-ticket */
export async function enteredAsWalkIn(db: Db, reservation: PlateReservation): Promise<boolean> {
  return (await findWalkInTicket(db, reservation)) !== undefined
}

const isWalkIn = sql<boolean>`not exists (select from reservation where reservation.ticket_id = ticket.id)`

function walkInTicketQuery(db: Db, { plate, lotId }: { plate: string; lotId: number }) {
  return (
    db
      .selectFrom('ticket')
      .select(['code', 'entered_at', 'exited_at'])
      .where('plate', 'in', platesOfCar(plate))
      .where('lot_id', '=', lotId)
      // Tickets of another reservation of the car do not count.
      .where(isWalkIn)
      .orderBy('id')
      .limit(1)
  )
}

export function findWalkInTicket(db: Db, reservation: PlateReservation) {
  return (
    walkInTicketQuery(db, { plate: reservation.plate, lotId: reservation.lot_id })
      .where('code', '<>', reservation.ticket_code)
      .where('entered_at', '>=', addMs(reservation.created_at, -clockSkewMs))
      // Ids decide, because clocks of gates and instances differ.
      .where('id', '>', reservation.after_ticket_id)
      .where('entered_at', '<', arrivalEnd(reservation.arrive_until_at))
      .executeTakeFirst()
  )
}

/** A report within two minutes of the entrance repeats it (docs/spec.md#r39). */
export function findRepeatedWalkIn(db: Db, car: { plate: string; lotId: number; at: Date }) {
  return walkInTicketQuery(db, car)
    .where('blocked_at', 'is', null)
    .where('entered_at', '>=', addMs(car.at, -sameEntranceMs))
    .where('entered_at', '<=', addMs(car.at, sameEntranceMs))
    .where(sql<boolean>`coalesce(exited_at > ${car.at}, true)`)
    .executeTakeFirst()
}

export function findPastWalkIn(db: Db, car: { plate: string; lotId: number; at: Date }) {
  return walkInTicketQuery(db, car)
    .where('entered_at', '<=', addMs(car.at, sameEntranceMs))
    .where('exited_at', '>', car.at)
    .executeTakeFirst()
}

export async function hadDuplicatePlateInside(db: Db, reservation: Reservation): Promise<boolean> {
  const { ticket_id: ticketId, entered_at: enteredAt, exited_at: exitedAt } = reservation
  if (ticketId === null || enteredAt === null) return false
  const other = await db
    .selectFrom('ticket')
    .select('id')
    .where('plate', 'in', platesOfCar(reservation.plate))
    .where('lot_id', '=', reservation.lot_id)
    .where('id', '<>', ticketId)
    .where('blocked_at', 'is', null)
    .where(sql<boolean>`coalesce(exited_at > ${enteredAt}, true)`)
    .where(sql<boolean>`coalesce(entered_at < ${exitedAt}::timestamptz, true)`)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
