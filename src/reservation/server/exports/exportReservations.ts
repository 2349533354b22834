import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { sql } from 'kysely'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { listBackOfficeReservations } from '../../backoffice.ts'
import { reserveStateTexts } from '../../reservationState.ts'
import { reservationQuery, reserveStateOf } from '../store.ts'
import { narrowReservations } from '../backoffice/searchReservations.ts'

const capturedCentsSql = sql<number | null>`(select sum(amount_cents)::bigint from ledger
  where ledger.payment_id = reservation.payment_id and ledger.kind = 'capture')`

export const reservationsExport = defineExport({
  list: 'reservations',
  file: 'reservas',
  title: 'Reservas',
  screen: '/staff/reservations',
  level: 'supervisor',
  filters: listBackOfficeReservations.query,
  filterTexts: ({ state }) => ({ state: state && reserveStateTexts[state].staff.text }),
  keys: async ({ db }, { query: { state }, q, lots, period, startedAt }) => [
    narrowReservations(db, { q, lots, state, ...period }, startedAt),
  ],
  rows: async ({ db }, { ids }, { startedAt }) => {
    const found = await reservationQuery(db)
      .select(capturedCentsSql.as('captured_cents'))
      .where('reservation.id', '=', anyOf(ids))
      .execute()
    return found.map((row) => ({ ...row, state: reserveStateOf(row, startedAt) }))
  },
  zone: (row) => row.time_zone,
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
