import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { cardFields } from './cardFields.ts'

export const paymentState = z.enum([
  'created',
  'authorising',
  'awaiting_cardholder',
  'unknown',
  'authorised',
  'capturing',
  'captured',
  'refunding',
  'partly_refunded',
  'refunded',
  'cancelled',
  'expired',
  'voided',
  'review',
])

/** A payment as the holder of its token sees it: never a CPF, an address or a card number. */
export const transaction = z.object({
  ws_token: z.string(),
  ticket_code: z.string(),
  /** 1 ticket payment, 2 reservation. */
  destination: z.number(),
  value: z.number(),
  valueHuman: z.string(),
  /** 1 credit, 2 debit. */
  payment_type: z.number(),
  payment_type_desc: z.string(),
  vehicle_name: z.nullable(z.string()),
  vehicle_license_plate: z.nullable(z.string()),
  /** 'Sair até', once paid. */
  ticket_dt_exit: z.nullable(z.string()),
  has_user: z.boolean(),
  state: paymentState,
  /** Why the last attempt did not succeed, for people. */
  reason: z.nullable(z.string()),
  /** The attempt in flight, if any; `authUrl` while the bank waits for the cardholder. */
  attempt: z.nullable(z.object({ n: z.number(), state: z.string(), authUrl: z.nullable(z.string()) })),
  attempts_left: z.number(),
  /** Until when the frozen amount may be paid. */
  expires_at: z.nullable(z.string()),
  paid_at: z.nullable(z.string()),
  card_brand: z.nullable(z.string()),
  card_last_digits: z.nullable(z.string()),
  /** For the customer to quote while a payment is under review. */
  protocol: z.nullable(z.string()),
  time_zone: z.string(),
  server_now: z.string(),
})
export type WireTransaction = z.output<typeof transaction>

const params = z.object({ token: z.string().check(z.minLength(16), z.maxLength(64)) })

export const readTransaction = endpoint({
  method: 'GET',
  path: '/api/pm_transaction/:token',
  access: 'holder',
  summary: 'The payment as its holder may see it.',
  params,
  reply: data(transaction),
  errors: {},
})

export const changeType = endpoint({
  method: 'POST',
  path: '/api/pm_transaction/:token/changeType',
  access: 'holder',
  summary: 'Changes between credit and debit while nothing is in flight.',
  params,
  body: z.object({
    payment_type: z.union([z.literal(1), z.literal(2)], { error: 'Escolha crédito ou débito.' }),
  }),
  reply: data(transaction),
  errors: { payment_in_flight: 409, payment_final: 409, debit_on_reservation: 422 },
})

/** Outcome of `pay`: a refused card is a reply, not an error. */
export const payOutcome = z.object({
  ok: z.boolean(),
  reason: z.nullable(z.string()),
  needs_reload: z.boolean(),
  authUrl: z.nullable(z.string()),
  transaction,
})
export type PayOutcome = z.output<typeof payOutcome>

export const pay = endpoint({
  method: 'POST',
  path: '/api/pm_transaction/:token/pay',
  access: 'holder_human',
  summary: 'Pays with a typed card; every business outcome answers 200 with ok true or false.',
  params,
  body: cardFields,
  reply: data(payOutcome),
  errors: {
    payment_in_flight: 409,
    price_changed: 409,
    already_paid: 409,
    payer_missing: 422,
    ticket_exited: 410,
    too_many_attempts: 429,
  },
})

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/api/pm_transaction/:token/cancelPayment',
  access: 'holder',
  summary: 'Cancels an unpaid transaction; one in flight is cancelled at the acquirer first.',
  params,
  reply: data(transaction),
  errors: { already_paid: 409, payment_in_flight: 409 },
})

/** The acquirer's notification: only says that something changed; the truth is asked for. */
export const acquirerWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/acquirer',
  access: 'outside',
  summary: 'Notification from the acquirer; durable before it is answered.',
  body: z.unknown(),
  reply: data(z.object({ received: z.boolean() })),
  errors: { not_authentic: 400 },
})
