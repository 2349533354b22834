import * as z from 'zod/mini'
import { int4RowId, text } from '#kit/fields.ts'
import { data, endpoint } from '#kit/endpoint.ts'
import { ticketCode } from '#checkout/ticketCode.ts'
import { paymentType, transaction } from '#payment/contract.ts'
import { claimedPerson, recaptchaToken } from '#session/contract.ts'

/** `value` in reais due now, instants as ISO 8601 with the lot's offset. */
export const ticket = z.object({
  code: z.string(),
  lot: z.string(),
  /** IBGE code of the lot's municipality. */
  lot_city_id: z.optional(z.number()),
  /** Shops may lower the price while it is shown. */
  has_partners: z.optional(z.literal(true)),
  time_zone: z.string(),
  /** `covered`: shops pay the whole price until `covered_until`. */
  state: z.enum(['issued', 'free', 'covered', 'due', 'paid', 'overdue', 'exited', 'blocked']),
  value: z.number(),
  valueHuman: z.string(),
  time: z.string(),
  time_minutes: z.number(),
  entranceDateTime: z.string(),
  /** End of this price; null if nothing is due. */
  t_expires: z.nullable(z.string()),
  /** The exit must be authorised first (docs/spec.md#r22). */
  awaits_exit: z.optional(z.boolean()),
  blocked_by: z.optional(z.nullable(z.enum(['payment_in_flight', 'ticket_reserved', 'too_many_attempts']))),
  /** A payment of this session is at the bank or in review. */
  own_in_flight: z.optional(z.boolean()),
  free_until: z.nullable(z.string()),
  /** Of `covered`: the last minute in which nothing is due; null for ever. */
  covered_until: z.optional(z.nullable(z.string())),
  ticket_dt_exit: z.nullable(z.string()),
  paid: z.number(),
  paidHuman: z.string(),
  breakdown: z.array(z.object({ text: z.string(), value: z.number(), valueHuman: z.string() })),
  server_now: z.string(),
})
export type WireTicket = z.output<typeof ticket>

const ticketReply = data(z.object({ ticket }))
const ticketErrors = { ticket_not_found: 404, ticket_exited: 410 } as const

export const readTicket = endpoint('POST', '/api/tk_ticket/read', 'human', {
  reads: true,
  summary: 'Prices a ticket now; the price is honoured until t_expires.',
  body: z.object({ code: ticketCode, confirmReserve: z.nullish(z.boolean()), recaptcha: recaptchaToken }),
  reply: ticketReply,
  errors: { ...ticketErrors, no_reservation: 409 },
})

export const findTicket = endpoint('GET', '/api/tk_ticket', 'human', {
  summary: 'The same reply as read, priced now.',
  query: z.object({ code: ticketCode }),
  reply: ticketReply,
  errors: ticketErrors,
})

export const createTransaction = endpoint('POST', '/api/tk_ticket/createTransaction', 'human', {
  summary:
    'Freezes a price that was due within the last 5 minutes in a transaction; ticket_value is a check.',
  status: 201,
  body: z.object({
    ticket_code: ticketCode,
    ticket_value: z.union([z.number(), text()], { error: 'Campo obrigatório.' }),
    payment_type: paymentType,
    pm_person_paymethod_id: z.nullish(z.union([text(), z.number()])),
    person: claimedPerson,
  }),
  reply: data(transaction),
  errors: {
    session_changed: 401,
    ticket_not_found: 404,
    ticket_exited: 410,
    ticket_blocked: 409,
    price_changed: 409,
    already_paid: 409,
    nothing_due: 422,
    method_closed: 422,
    not_configured: 409,
  },
})

const rateLines = z.array(z.object({ label: z.string(), value: z.string() }))

export const readRate = endpoint('GET', '/api/tk_ticket/rate', 'anyone', {
  summary:
    'The tariff of a lot in words, and the next one that is scheduled; no lines while the lot has none.',
  query: z.object({ lot_id: int4RowId }),
  reply: data(
    z.object({
      lines: rateLines,
      next: z.nullable(z.object({ starts_at: z.string(), lines: rateLines })),
    }),
  ),
})
