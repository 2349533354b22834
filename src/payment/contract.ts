import * as z from 'zod/mini'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { ticketCode } from '#counter/ticketCode.ts'
import { email, fieldTexts, listQuery } from '#kit/fields.ts'
import { cardFields, savedCardFields } from './cardFields.ts'

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

/** States of a reservation (behaviour.md section 6). */
export const reserveState = z.enum([
  'held',
  'preauthorised',
  'entered',
  'surplus_due',
  'exit_confirmed',
  'exited',
  'cancelled',
  'no_show',
  'released',
])

const amount = z.object({ value: z.number(), valueHuman: z.string() })

/** The reserved space behind a payment with destination 2. */
export const reserve = z.object({
  state: reserveState,
  lot_id: z.number(),
  lot: z.string(),
  /** What is or will be pre-authorised, and what of it is kept on cancel and no-show. */
  hold: amount,
  retained: amount,
  /** Until when the space waits for the payment, while `held`. */
  pay_until: z.nullable(z.string()),
  /** Latest arrival. */
  arrive_until: z.string(),
  entered_at: z.nullable(z.string()),
  /** Until when the exit opens, once authorised. */
  exit_until: z.nullable(z.string()),
  can_cancel: z.boolean(),
  can_confirm: z.boolean(),
  has_qrcode: z.boolean(),
})
export type WireReserve = z.output<typeof reserve>

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
  /** The reserved space; null for a ticket payment. */
  reserve: z.optional(z.nullable(reserve)),
  time_zone: z.string(),
  server_now: z.string(),
})
export type WireTransaction = z.output<typeof transaction>

const params = z.object({ token: z.string().check(z.regex(/^[0-9a-f]{32}$/)) })

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
  summary: 'Pays with a typed or a saved card; every business outcome answers 200 with ok true or false.',
  params,
  body: z.discriminatedUnion('isNewCard', [cardFields, savedCardFields], { error: fieldTexts.required }),
  reply: data(payOutcome),
  errors: {
    payment_in_flight: 409,
    price_changed: 409,
    already_paid: 409,
    reservation_released: 409,
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
  errors: { already_paid: 409, payment_in_flight: 409, payment_final: 409 },
})

/** A payment in the history of its owner. */
export const historyItem = z.object({
  ws_token: z.string(),
  ticket_code: z.string(),
  destination: z.number(),
  value: z.number(),
  valueHuman: z.string(),
  payment_type: z.number(),
  payment_type_desc: z.string(),
  state: paymentState,
  paid_at: z.nullable(z.string()),
  ticket_dt_exit: z.nullable(z.string()),
  card_brand: z.nullable(z.string()),
  card_last_digits: z.nullable(z.string()),
  /** A receipt can be opened and sent again. */
  has_receipt: z.boolean(),
  time_zone: z.string(),
  created_at: z.string(),
})
export type WireHistoryItem = z.output<typeof historyItem>

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/me/pm_transaction',
  access: 'customer',
  summary: 'The own payments that moved money, newest first; q searches the ticket code.',
  query: listQuery,
  reply: page(historyItem),
  errors: {},
})

const row = z.object({ label: z.string(), value: z.string() })

/** A receipt in words, as the mail shows it. */
export const receipt = z.object({
  operator: z.string(),
  cnpj: z.string(),
  lot: z.string(),
  code: z.string(),
  plate: z.nullable(z.string()),
  payer: z.string(),
  amount: z.string(),
  deadlineTime: z.string(),
  deadlineDate: z.string(),
  times: z.array(row),
  lines: z.array(row),
  card: z.array(row),
})

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/me/pm_transaction/:token/receipt',
  access: 'customer',
  summary: 'The receipt of an own payment.',
  params,
  reply: data(receipt),
  errors: { receipt_missing: 409 },
})

const sent = data(z.object({ message: z.string() }))

export const resendReceipt = endpoint({
  method: 'POST',
  path: '/api/me/pm_transaction/:token/receipt',
  access: 'customer',
  summary: 'Mails the receipt of an own payment again.',
  params,
  reply: sent,
  errors: { receipt_missing: 409 },
})

/** For guests; the same answer whether or not such a payment exists. */
export const resendGuestReceipt = endpoint({
  method: 'POST',
  path: '/api/pm_transaction/receipt',
  access: 'human',
  summary: 'Mails the receipt of a ticket again, to the e-mail given when it was paid.',
  body: z.object({ code: ticketCode, email }),
  reply: sent,
  errors: {},
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
