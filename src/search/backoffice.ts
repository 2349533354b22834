import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { listQuery } from '#kit/fields.ts'

/** In the order of the results. */
const foundKinds = ['ticket', 'reservation', 'exit_refusal', 'transaction', 'person'] as const

export type FoundKind = (typeof foundKinds)[number]

export const foundKindTexts: Readonly<Record<FoundKind, string>> = {
  ticket: 'Tickets',
  reservation: 'Reservas',
  exit_refusal: 'Recusas na saída',
  transaction: 'Transações',
  person: 'Pessoas',
}

/** Shorter texts find nothing. */
export const shortestSearch = 2

/** Of each kind. */
export const mostFound = 5

/** `to` is the address of the screen, such as '/staff/tickets/0001234567890'. */
const found = z.object({
  kind: z.enum(foundKinds),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  to: z.string(),
})
export type Found = z.output<typeof found>

export const searchBackOffice = endpoint('GET', '/api/staff/search', 'supervisor', {
  levelText: ['Painel', 'Buscar em tudo'],
  summary:
    'The newest tickets, reservations, refused exits, payments and people of a text, at most five of each; a receipt’s text finds its payment.',
  query: z.pick(listQuery, { q: true }),
  reply: data(z.array(found)),
})
