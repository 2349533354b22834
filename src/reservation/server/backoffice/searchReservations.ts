import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { sql } from 'kysely'
import { userNames } from '#account/server/backoffice/searchUsers.ts'
import { extractTicketCode } from '#checkout/ticketCode.ts'
import { containsText } from '#kit/server/db/textSearch.ts'
import type { Db } from '#db/schema.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { inPeriod } from '#staff/server/localPeriod.ts'
import type { PageRequest } from '#kit/paging.ts'
import { isInLots } from '#staff/server/member.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import type { ReserveState } from '../../reservationState.ts'
import { type Reservation, reservationQuery, reserveStateSql, reserveStateOf } from '../store.ts'

type ReservationFilters = StateFilters<ReserveState>

export type FoundReservation = { reservation: Reservation; state: ReserveState; person: string | null }

export function narrowReservations(db: Db, search: ReservationFilters, now: Date) {
  let list = db
    .selectFrom('reservation')
    .innerJoin('payment', 'payment.id', 'reservation.payment_id')
    .leftJoin('user_account', 'user_account.id', 'reservation.user_id')
    .select(['reservation.id', 'reservation.created_at as at'])
  if (search.state !== null) list = list.where(reserveStateSql(now), '=', search.state)
  list = list.where(isInLots(search.lots, sql.ref('reservation.lot_id')))
  list = list.where(inPeriod(search, sql.ref('reservation.created_at'), sql.ref('payment.time_zone')))
  if (search.q !== '') {
    const plain = extractTicketCode(search.q).toUpperCase()
    list = list.where((eb) =>
      eb.or([
        ...(plain === '' ? [] : [eb('reservation.plate', 'like', `${plain.replace(/[\\%_]/g, '\\$&')}%`)]),
        eb(sql<string>`reservation.ticket_code::text`, '=', plain),
        containsText('user_account.name', search.q),
      ]),
    )
  }
  return list
}

export async function searchReservations(db: Db, search: PageRequest & ReservationFilters, now: Date) {
  const list = narrowReservations(db, search, now).orderBy('reservation.id', 'desc')
  const { rows: shown, ...total } = await fetchPage(db, list, search)
  const ids = shown.map(({ id }) => id)
  const found = await reservationQuery(db)
    .where('reservation.id', '=', anyOf(ids))
    .orderBy('reservation.id', 'desc')
    .execute()
  const names = await readCustomerNames(db, found)
  return { rows: found.map((one) => toFoundReservation(one, names, now)), ...total }
}

type Names = ReadonlyMap<number, string>

export function readCustomerNames(db: Db, found: readonly Reservation[]): Promise<Names> {
  const userIds = found.flatMap(({ user_id: id }) => id ?? [])
  return userNames(db, userIds)
}

export function toFoundReservation(reservation: Reservation, names: Names, now: Date): FoundReservation {
  const { user_id: userId } = reservation
  const person = (userId !== null && names.get(userId)) || null
  return { reservation, state: reserveStateOf(reservation, now), person }
}

export async function findPaymentIds(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('reservation')
    .select(['id', 'payment_id'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, payment_id: paymentId }) => [id, paymentId]))
}
