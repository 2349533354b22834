import * as z from 'zod/mini'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { calendarDay, decimal, fieldTexts, listQuery, requiredText, rowId } from '#kit/fields.ts'

/** Endpoints of the gallery; the gate exists on the test server only. */
export const listTowns = endpoint('GET', '/api/gl_city', 'anyone', {
  summary: 'Towns, for the gallery.',
  query: listQuery,
  reply: page(z.object({ id: z.number(), text: z.string() })),
})

export const gateEntry = z.object({ name: requiredText(40), note: z.string() })
export type GateEntry = z.input<typeof gateEntry>

const gate = z.object({
  id: z.number(),
  name: z.string(),
  note: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Gate = z.output<typeof gate>

const one = { summary: 'A gate, for the gallery.' }
const path = '/api/dev/gates'

export const editGate = endpoint('GET', `${path}/:id/edit`, 'anyone', {
  ...one,
  params: z.object({ id: rowId }),
  reply: edited(gate),
})

export const createGate = endpoint('POST', path, 'anyone', { ...one, body: gateEntry, reply: edited(gate) })

export const updateGate = endpoint('PUT', `${path}/:id`, 'anyone', {
  ...one,
  params: z.object({ id: rowId }),
  body: gateEntry,
  reply: edited(gate),
})

export const deleteTown = endpoint('DELETE', '/api/gl_city/:id', 'anyone', {
  ...one,
  params: z.object({ id: rowId }),
  reply: z.unknown(),
})

/** Forms with files use POST for updates too. */
export const createGateForm = endpoint('POST', `${path}/form`, 'anyone', { ...one, reply: edited(gate) })
export const updateGateForm = endpoint('POST', `${path}/form/:id`, 'anyone', {
  ...one,
  params: z.object({ id: rowId }),
  reply: edited(gate),
})

export const gateForm = z.object({
  since: calendarDay,
  until: z.union([z.literal(''), calendarDay]),
  value: decimal.check(z.gte(0, 'O valor não pode ser negativo.')),
  kind: z.string(),
  picture: z.nullable(z.instanceof(Blob, { error: fieldTexts.required })),
})
export type GateForm = z.input<typeof gateForm>
