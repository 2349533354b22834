import * as z from 'zod/mini'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { historyEntry, money, paymentToken as params, reason, searchQuery } from '#staff/fields.ts'
import { reserveState } from './wireReserve.ts'

const row = {
  id: z.string(),
  ticket: z.string(),
  lot: z.string(),
  plate: z.string(),
  vehicle: z.string(),
  person: z.nullable(z.string()),
  state: reserveState,
  hold: money,
  arrive_until: z.string(),
  created_at: z.string(),
  time_zone: z.string(),
}
export const backOfficeReservationRow = z.object(row)
export type BackOfficeReservationRow = z.output<typeof backOfficeReservationRow>

export const backOfficeReservation = z.object({
  ...row,
  retained: money,
  entered_at: z.nullable(z.string()),
  history: z.array(historyEntry),
  can: z.object({ enter: z.boolean(), cancel: z.boolean() }),
})
export type BackOfficeReservation = z.output<typeof backOfficeReservation>

const base = '/api/staff/reservations'

export const listBackOfficeReservations = endpoint('GET', base, 'supervisor', {
  levelText: ['Reservas', 'Procurar'],
  summary: 'Reservations by plate, ticket code or name; the newest first.',
  query: searchQuery(reserveState.options),
  reply: page(backOfficeReservationRow),
})

export const openBackOfficeReservation = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: ['Reservas', 'Abrir uma reserva'],
  summary: 'A reservation with its history.',
  params,
  reply: edited(backOfficeReservation),
})

export const enterBackOfficeReservation = endpoint('POST', `${base}/:id/enter`, 'supervisor', {
  levelText: ['Reservas', 'Registrar a entrada'],
  summary: 'Registers an entrance by hand.',
  params,
  reply: edited(backOfficeReservation),
  errors: { already_entered: 409, not_awaited: 409, ticket_exists: 409, tariff_missing: 409 },
})

export const cancelBackOfficeReservation = endpoint('POST', `${base}/:id/cancel`, 'manager', {
  levelText: ['Reservas', 'Cancelar'],
  summary: 'Cancels before the entrance: captures the retained amount and releases the rest.',
  params,
  body: z.object({ reason }),
  reply: edited(backOfficeReservation),
  errors: { already_entered: 409, reservation_over: 409, payment_in_flight: 409 },
})
