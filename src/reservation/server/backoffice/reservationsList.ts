import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { sql } from 'kysely'
import { userNames } from '#account/server/backoffice/searchUsers.ts'
import { extractTicketCode } from '#checkout/ticketCode.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { containsText } from '#kit/server/db/textSearch.ts'
import type { Db } from '#db/schema.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { defineList } from '#staff/server/exports/defineList.ts'
import { isWithin } from '#staff/server/localPeriod.ts'
import { type BackOfficeReservationRow, listBackOfficeReservations } from '../../backoffice.ts'
import { type ReserveState, reserveStateTexts } from '../../reservationState.ts'
import { type Reservation, reservationQuery, reserveStateSql, reserveStateOf } from '../store.ts'

const capturedCentsSql = sql<number | null>`(select sum(amount_cents)::bigint from ledger
  where ledger.payment_id = reservation.payment_id and ledger.kind = 'capture')`

export const reservationsList = defineList({
  endpoint: listBackOfficeReservations,
  title: 'Reservas',
  filterTexts: ({ state }) => ({ state: state && reserveStateTexts[state].staff.text }),
  keys: async ({ db }, wanted) => [narrowReservations(db, wanted, wanted.now)],
  screenOrder: 'id',
  rows: async ({ db }, { ids }, { now }) => {
    const found = reservationQuery(db).select(capturedCentsSql.as('captured_cents'))
    return addPeople(db, await found.where('reservation.id', '=', anyOf(ids)).execute(), now)
  },
  wire: (row) => wireReservationRow(row),
  columns: [
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot_name },
    { title: 'Placa', kind: 'text', value: (row) => row.plate },
    { title: 'Situação', kind: 'text', value: (row) => reserveStateTexts[row.state].staff.text },
    { title: 'Pré-autorizado', kind: 'money', value: (row) => row.hold_cents },
    { title: 'Capturado', kind: 'money', value: (row) => row.captured_cents },
    { title: 'Criada', kind: 'dateTime', value: (row) => row.created_at },
    { title: 'Chegada até', kind: 'dateTime', value: (row) => row.arrive_until_at },
    { title: 'Entrada', kind: 'dateTime', value: (row) => row.entered_at },
    { title: 'Saída', kind: 'dateTime', value: (row) => row.exited_at },
  ],
})

function narrowReservations(db: Db, search: StateFilters<ReserveState>, now: Date) {
  let list = db
    .selectFrom('reservation')
    .innerJoin('payment', 'payment.id', 'reservation.payment_id')
    .leftJoin('user_account', 'user_account.id', 'reservation.user_id')
    .select(['reservation.id', 'reservation.created_at as at'])
  if (search.state !== null) list = list.where(reserveStateSql(now), '=', search.state)
  const row = { at: 'reservation.created_at', zone: 'payment.time_zone', lot: 'reservation.lot_id' }
  list = list.where(isWithin(search, row))
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

/** With the state of now. */
export async function addPeople<Row extends Reservation>(db: Db, found: readonly Row[], now: Date) {
  const userIds = found.flatMap(({ user_id: id }) => id ?? [])
  const names = await userNames(db, userIds)
  return found.map((row) => ({
    ...row,
    state: reserveStateOf(row, now),
    person: (row.user_id !== null && names.get(row.user_id)) || null,
  }))
}

type FoundReservation = Reservation & { readonly state: ReserveState; readonly person: string | null }

export function wireReservationRow(found: FoundReservation): BackOfficeReservationRow {
  const iso = (at: Date) => isoIn(found.time_zone, at)
  return {
    id: found.payment_token,
    ticket: found.ticket_code,
    lot: found.lot_name,
    plate: found.plate,
    vehicle: found.vehicle_name,
    person: found.person,
    state: found.state,
    hold: wireMoney(found.hold_cents),
    arrive_until: iso(found.arrive_until_at),
    created_at: iso(found.created_at),
    time_zone: found.time_zone,
  }
}
