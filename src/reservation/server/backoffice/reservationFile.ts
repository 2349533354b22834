import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { wireMoney } from '#kit/money.ts'
import { auditOf } from '#kit/server/auditRows.ts'
import { findPayment } from '#payment/server/store.ts'
import { reserveAllows } from '../../reservationState.ts'
import { type FoundReservation, openReservation, reservationIdOfPayment } from './searchReservations.ts'
import type { Member } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import { assertLot } from '#staff/server/member.ts'
import { reservationTrail } from '../../auditTerms.ts'
import type { BackOfficeReservationDeps } from './deps.ts'
import type { BackOfficeReservation, BackOfficeReservationRow } from '../../backoffice.ts'
import { fromAudit, wireHistory } from '#staff/server/history.ts'

/** Throws `not_found`, also for another lot. */
export async function reservationIdOf(db: Db, token: string, by: Pick<Member, 'lots'>): Promise<number> {
  const payment = await findPayment(db, token)
  const id = payment ? await reservationIdOfPayment(db, payment.id) : null
  if (!payment || id === null) throw fail('not_found')
  assertLot(by, payment.lot_id)
  return id
}

export function reservationRow({ reservation, state, person }: FoundReservation): BackOfficeReservationRow {
  const iso = (at: Date) => isoIn(reservation.time_zone, at)
  return {
    id: reservation.payment_token,
    ticket: reservation.ticket_code,
    lot: reservation.lot_name,
    plate: reservation.plate,
    vehicle: reservation.vehicle_name,
    person,
    state,
    hold: wireMoney(reservation.hold_cents),
    arrive_until: iso(reservation.arrive_until_at),
    created_at: iso(reservation.created_at),
    time_zone: reservation.time_zone,
  }
}

export async function reservationFile(
  deps: BackOfficeReservationDeps,
  token: string,
  member: Member,
): Promise<BackOfficeReservation> {
  const { db } = deps
  const found = await openReservation(db, await reservationIdOf(db, token, member), deps.clock.now())
  const { reservation, state } = found
  const happened = fromAudit(reservationTrail, await auditOf(db, 'reservation', [reservation.id]))
  return {
    ...reservationRow(found),
    retained: wireMoney(reservation.retained_cents),
    entered_at: reservation.entered_at && isoIn(reservation.time_zone, reservation.entered_at),
    history: await wireHistory(deps, happened, reservation.time_zone),
    can: {
      enter: reserveAllows('enter', state) && isAllowed(member.level, 'supervisor'),
      cancel: reserveAllows('cancel', state) && isAllowed(member.level, 'manager'),
    },
  }
}
