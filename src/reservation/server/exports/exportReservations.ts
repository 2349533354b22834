import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { exportOf } from '#staff/server/exports/exportOf.ts'
import { listBackOfficeReservations } from '../../backoffice.ts'
import { reserveStates, type ReserveState } from '../../reservationState.ts'
import { type Reservation, stateOf } from '../store.ts'
import { narrowReservations, reservationsByIds } from '../backoffice/searchReservations.ts'

/** State at the start of the export; centavos. */
type Row = { id: number; reservation: Reservation; state: ReserveState; capturedCents: number | null }

export const reservationsExport = exportOf({
  list: 'reservations',
  file: 'reservas',
  title: 'Reservas',
  screen: '/staff/reservations',
  level: 'supervisor',
  filters: listBackOfficeReservations.query,
  words: ({ state }) => ({ state: state && reserveStates[state].staff.text }),
  keys: async ({ db }, { query: { state }, q, lots, period, startedAt }) => [
    narrowReservations(db, { q, lots, state, ...period }, startedAt),
  ],
  rows: async ({ db }, { ids }, { startedAt }) => {
    const captured = await capturedCents(db, ids)
    const found = await reservationsByIds(db, ids)
    return found.map((reservation): Row => ({
      id: reservation.id,
      reservation,
      state: stateOf(reservation, startedAt),
      capturedCents: captured.get(reservation.id) ?? null,
    }))
  },
  zone: ({ reservation }) => reservation.time_zone,
  columns: [
    { title: 'Ticket', kind: 'ticketCode', value: ({ reservation }) => reservation.ticket_code },
    { title: 'Estacionamento', kind: 'text', value: ({ reservation }) => reservation.lot_name },
    { title: 'Placa', kind: 'text', value: ({ reservation }) => reservation.plate },
    { title: 'Situação', kind: 'text', value: ({ state }) => reserveStates[state].staff.text },
    { title: 'Pré-autorizado', kind: 'money', value: ({ reservation }) => reservation.hold_cents },
    { title: 'Capturado', kind: 'money', value: (row) => row.capturedCents },
    { title: 'Criada', kind: 'dateTime', value: ({ reservation }) => reservation.created_at },
    { title: 'Chegada até', kind: 'dateTime', value: ({ reservation }) => reservation.arrive_until_at },
    { title: 'Entrada', kind: 'dateTime', value: ({ reservation }) => reservation.entered_at },
    { title: 'Saída', kind: 'dateTime', value: ({ reservation }) => reservation.exited_at },
  ],
})

/** Centavos captured of the holds, by reservation. */
async function capturedCents(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('reservation', 'reservation.payment_id', 'ledger.payment_id')
    .select(['reservation.id', sql<number>`sum(ledger.amount_cents)::bigint`.as('cents')])
    .where('ledger.kind', '=', 'capture')
    .where(sql<boolean>`reservation.id = any(${[...ids]}::bigint[])`)
    .groupBy('reservation.id')
    .execute()
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}
