import * as z from 'zod/mini'
import { endpoint } from '#kit/endpoint.ts'

const entry = z.object({
  /** The ticket's 13 digits. */
  code: z.string(),
  /** Whether the entrance gate may open. */
  open: z.boolean(),
})

/**
 * A car enters (behaviour.md section 7). Without `code` one is issued. `entered_at` is an ISO instant, at
 * most a minute ahead of the server. Fields stand at top level, as gate vendors read them, and once more
 * under `data` for clients that know only the portal's envelope.
 */
export const registerEntry = endpoint({
  method: 'POST',
  path: '/equipment/v1/entries',
  access: 'device',
  summary: 'Registers an entrance and issues the ticket.',
  status: 201,
  body: z.object({
    lot_id: z.number({ error: 'Campo obrigatório.' }).check(z.int('Campo obrigatório.')),
    gate: z
      .string({ error: 'Campo obrigatório.' })
      .check(z.trim(), z.minLength(1, 'Campo obrigatório.'), z.maxLength(40)),
    code: z.nullish(z.string().check(z.regex(/^\d{13}$/, 'O número do ticket deve ter 13 dígitos.'))),
    plate: z.nullish(z.string().check(z.maxLength(12))),
    entered_at: z.nullish(
      z.iso.datetime({ offset: true, error: 'Data e hora inválidas (ISO 8601 com fuso).' }),
    ),
  }),
  reply: z.object({ ...entry.shape, data: entry }),
  errors: {
    foreign_lot: 403,
    ticket_exists: 409,
    idempotency_key: 422,
    idempotency_conflict: 409,
  },
})
