import * as z from 'zod/mini'
import { endpoint, page } from '#kit/endpoint.ts'
import { keysOf } from '#kit/text/lookUp.ts'
import { money, periodQuery, queryFilter } from '#staff/fields.ts'

export const takenSources = {
  portal: { text: 'Portal' },
  machine: { text: 'Máquina' },
  till: { text: 'Balcão' },
} as const
export type TakenSource = keyof typeof takenSources

const source = z.enum(keysOf(takenSources))

/** A capture; a payment at a machine or a take of a till has no `payment`. An undone take is a row below zero. */
const takenRow = z.object({
  id: z.number(),
  at: z.string(),
  time_zone: z.string(),
  lot: z.nullable(z.string()),
  ticket: z.string(),
  payment: z.nullable(z.string()),
  protocol: z.nullable(z.string()),
  source,
  method: z.string(),
  brand: z.nullable(z.string()),
  acquirer: z.nullable(z.string()),
  amount: money,
})
export type WireTaken = z.output<typeof takenRow>

export const listTaken = endpoint('GET', '/api/staff/taken', 'supervisor', {
  levelText: ['Painel', 'Ver os recebimentos um a um'],
  summary:
    'Everything taken in a period of at most 400 days, one by one: captures, payments at machines and takes of tills, the newest first.',
  query: z.extend(periodQuery, { source: queryFilter(source) }),
  reply: page(takenRow),
  errors: { period_required: 422 },
})
