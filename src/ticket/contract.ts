import * as z from 'zod/mini'
import { smallRowId, text } from '#kit/fields.ts'
import { data, endpoint } from '#kit/endpoint.ts'
import { ticketCode } from '#checkout/ticketCode.ts'
import { paymentType, transaction } from '#payment/contract.ts'
import { recaptcha } from '#session/contract.ts'

/**
 * A ticket as the customer sees it. Amounts: `value` in reais, `valueHuman` '12,50'. Instants: ISO 8601
 * with the lot's offset. `value` is what is still owed now; 0 when nothing is.
 */
export const ticket = z.object({
  code: z.string(),
  lot: z.string(),
  /** The municipality of the lot, its IBGE code; absent where staff named none. */
  lot_city_id: z.optional(z.number()),
  /** IANA zone in which every instant of this ticket is shown. */
  time_zone: z.string(),
  state: z.enum(['issued', 'free', 'due', 'paid', 'overdue', 'exited', 'blocked']),
  value: z.number(),
  valueHuman: z.string(),
  /** Time parked so far, for people: '3h05min'. */
  time: z.string(),
  time_minutes: z.number(),
  entranceDateTime: z.string(),
  /** Until when this price stands; null when nothing is owed. */
  t_expires: z.nullable(z.string()),
  /** Inside the tolerance: the car has a reservation, whose exit must be authorised first (docs/spec.md#r22). */
  awaits_exit: z.optional(z.boolean()),
  /** Something is owed, and paying it would be refused now: told before anything is typed. */
  blocked_by: z.optional(z.nullable(z.enum(['payment_in_flight', 'ticket_reserved', 'too_many_attempts']))),
  /** End of the entry tolerance while it lasts. */
  free_until: z.nullable(z.string()),
  /** 'Sair até', once something was paid. */
  ticket_dt_exit: z.nullable(z.string()),
  /** Paid so far, in reais. */
  paid: z.number(),
  paidHuman: z.string(),
  /** How the price came about; the lines sum to `value`. */
  breakdown: z.array(z.object({ text: z.string(), value: z.number(), valueHuman: z.string() })),
  server_now: z.string(),
})
export type WireTicket = z.output<typeof ticket>

const ticketReply = data(z.object({ ticket }))
const ticketErrors = { ticket_not_found: 404, ticket_exited: 410 } as const

export const readTicket = endpoint({
  method: 'POST',
  path: '/api/tk_ticket/read',
  access: 'human',
  reads: true,
  summary: 'Prices a ticket now; the price is honoured until t_expires.',
  body: z.object({ code: ticketCode, confirmReserve: z.nullish(z.boolean()), recaptcha }),
  reply: ticketReply,
  errors: { ...ticketErrors, no_reservation: 409 },
})

export const findTicket = endpoint({
  method: 'GET',
  path: '/api/tk_ticket',
  access: 'human',
  summary: 'The same reply as read, priced now.',
  query: z.object({ code: ticketCode }),
  reply: ticketReply,
  errors: ticketErrors,
})

export const createTransaction = endpoint({
  method: 'POST',
  path: '/api/tk_ticket/createTransaction',
  access: 'human',
  summary:
    'Freezes a price that was due within the last 5 minutes in a transaction; ticket_value is a check.',
  status: 201,
  body: z.object({
    ticket_code: ticketCode,
    /** Reais, as a number or a text. */
    ticket_value: z.union([z.number(), text()], { error: 'Campo obrigatório.' }),
    payment_type: paymentType,
    pm_person_paymethod_id: z.nullish(z.union([text(), z.number()])),
  }),
  reply: data(transaction),
  errors: {
    ticket_not_found: 404,
    ticket_exited: 410,
    ticket_blocked: 409,
    price_changed: 409,
    already_paid: 409,
    nothing_due: 422,
    method_closed: 422,
  },
})

/** What parking costs, in words. */
export const readRate = endpoint({
  method: 'GET',
  path: '/api/tk_ticket/rate',
  access: 'anyone',
  summary: 'The tariff of a lot in words; no lines while it has none.',
  query: z.object({ lot_id: smallRowId }),
  reply: data(z.object({ lines: z.array(z.object({ label: z.string(), value: z.string() })) })),
  errors: {},
})
