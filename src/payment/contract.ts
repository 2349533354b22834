import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { fieldTexts, text } from '#kit/fields.ts'
import { payer } from '#acquirer/payer.ts'
import { claimedPerson } from '#session/contract.ts'
import { authentication } from './authentication/fields.ts'
import { cardFields, savedCardFields } from './card/cardFields.ts'
import { chooseMethodText, paymentTypes } from './method/method.ts'
import { bankMethodFields, pixCode } from './pix/contract.ts'

export const paymentState = z.enum([
  'created',
  'authorising',
  'awaiting_cardholder',
  'awaiting_payment',
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

export const paymentType = z.union(
  paymentTypes.map((wire) => z.literal(wire)),
  { error: chooseMethodText },
)

export const billedFields = {
  ws_token: z.string(),
  ticket_code: z.string(),
  destination: z.number(),
  value: z.number(),
  valueHuman: z.string(),
  payment_type: z.number(),
  payment_type_desc: z.string(),
  state: paymentState,
}

const ownTransaction = z.object({
  ...billedFields,
  vehicle_name: z.nullable(z.string()),
  vehicle_license_plate: z.nullable(z.string()),
  ticket_dt_exit: z.nullable(z.string()),
  has_user: z.boolean(),
  reason: z.nullable(z.string()),
  attempt: z.nullable(
    z.object({
      n: z.number(),
      state: z.string(),
      authUrl: z.nullable(z.string()),
      authenticate: z.optional(z.boolean()),
    }),
  ),
  attempts_left: z.number(),
  pix: z.nullable(pixCode),
  expires_at: z.nullable(z.string()),
  paid_at: z.nullable(z.string()),
  card_brand: z.nullable(z.string()),
  card_last_digits: z.nullable(z.string()),
  protocol: z.nullable(z.string()),
  /** For a page that has not looked the ticket up. */
  lot_name: z.optional(z.nullable(z.string())),
  /** Masked, 'm***@exemplo.com.br'. */
  receipt_to: z.optional(z.nullable(z.string())),
  /** Of the calendar file that the page builds itself, where there may be a deadline. */
  calendar: z.optional(z.nullable(z.object({ id: z.string(), from: z.string(), lot: z.string() }))),
  time_zone: z.string(),
  server_now: z.string(),
})

/** The subject's fields, added by augmentation in its noun; `setSubjectSchemas` sets their schemas. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by augmentation
export interface SubjectFields {}

type SubjectSchemas = {
  readonly [Part in keyof SubjectFields]-?: z.ZodMiniType<SubjectFields[Part], SubjectFields[Part]>
}

let subjectSchemas: SubjectSchemas | null = null

/** Sets the schemas of `SubjectFields`. */
export function setSubjectSchemas(shapes: SubjectSchemas): void {
  subjectSchemas = shapes
}

function readSubjectSchemas(): SubjectSchemas {
  if (subjectSchemas === null) throw new Error('showSubject was not called')
  return subjectSchemas
}

export type WireTransaction = z.output<typeof ownTransaction> & Pick<SubjectFields, keyof SubjectFields>

/** A payment without CPF, address or card number. */
export const transaction = z.lazy((): z.ZodMiniType<WireTransaction, WireTransaction> =>
  z.extend(ownTransaction, readSubjectSchemas()),
)

export type ForeignTransaction = Pick<
  WireTransaction,
  keyof typeof billedFields | 'ticket_dt_exit' | 'has_user' | 'expires_at' | 'time_zone' | 'server_now'
> & { mine: false }

export type OwnOrForeignTransaction = (WireTransaction & { mine?: undefined }) | ForeignTransaction

const ownOrForeignTransaction = z.lazy((): z.ZodMiniType<OwnOrForeignTransaction, OwnOrForeignTransaction> =>
  z.extend(ownTransaction, { ...readSubjectSchemas(), mine: z.optional(z.literal(false)) }),
)

export const params = z.object({ token: z.string().check(z.regex(/^[0-9a-f]{32}$/)) })

export const readTransaction = endpoint('GET', '/api/pm_transaction/:token', 'bearer', {
  summary: 'The payment as the bearer of its token may see it.',
  params,
  reply: data(ownOrForeignTransaction),
})

export const readCalendar = endpoint('GET', '/api/pm_transaction/:token/calendar.ics', 'bearer', {
  summary: 'A calendar file with the deadline to leave, or to arrive at the reserved space, and a reminder.',
  params,
  media: ['text/calendar; charset=utf-8'],
  reply: z.unknown(),
  errors: { nothing_to_remind: 409, ticket_exited: 410 },
})

export const changeType = endpoint('POST', '/api/pm_transaction/:token/changeType', 'bearer', {
  summary: 'Changes the method while nothing is in flight; an open Pix is ended at the bank first.',
  params,
  body: z.object({ payment_type: paymentType, person: claimedPerson }),
  reply: data(transaction),
  errors: {
    session_changed: 401,
    payment_in_flight: 409,
    payment_final: 409,
    debit_on_reservation: 422,
    method_closed: 422,
  },
})

/** A refused card is a reply, not an error. */
export const payOutcome = z.object({
  ok: z.boolean(),
  reason: z.nullable(z.string()),
  needs_reload: z.boolean(),
  authUrl: z.nullable(z.string()),
  authenticate: z.optional(z.boolean()),
  transaction,
})
export type PayOutcome = z.output<typeof payOutcome>

const commonPayFields = {
  person: claimedPerson,
  /** The amount on the button, reais; no other is charged. May be omitted. */
  value: z.optional(z.union([z.number(), text()])),
  authentication: z.nullish(authentication),
}

const typedCardFields = {
  ...commonPayFields,
  /** No other method is charged. May be omitted. */
  payment_type: z.optional(z.number()),
}

export const pay = endpoint('POST', '/api/pm_transaction/:token/pay', 'bearer_human', {
  summary:
    'Pays with a typed or a saved card, or opens a Pix; every business outcome answers 200 with ok true or false.',
  params,
  body: z.discriminatedUnion(
    'isNewCard',
    [
      z.extend(cardFields, typedCardFields),
      z.extend(savedCardFields, commonPayFields),
      z.extend(bankMethodFields, commonPayFields),
    ],
    { error: fieldTexts.required },
  ),
  reply: data(payOutcome),
  errors: {
    session_changed: 401,
    payment_in_flight: 409,
    price_changed: 409,
    already_paid: 409,
    reservation_released: 409,
    payer_missing: 422,
    method_closed: 422,
    not_configured: 409,
    ticket_exited: 410,
    too_many_attempts: 429,
  },
})

export const cancelPayment = endpoint('POST', '/api/pm_transaction/:token/cancelPayment', 'bearer', {
  summary: 'Cancels an unpaid transaction; one in flight is cancelled at the acquirer first.',
  params,
  reply: data(transaction),
  errors: { already_paid: 409, payment_in_flight: 409, payment_final: 409 },
})

/** `payer` is null once erased (docs/retention.md#keeping-times). */
export const ownPayer = z.object({
  ws_token: z.string(),
  state: paymentState,
  created_at: z.string(),
  payer: z.nullable(
    z.object({
      name: payer.shape.name,
      cpfcnpj: payer.shape.taxId,
      email: payer.shape.email,
      phone: payer.shape.phone,
      address: payer.shape.address,
    }),
  ),
  agreed_at: z.nullable(z.string()),
  cards: z.array(z.object({ brand: z.nullable(z.string()), last_digits: z.nullable(z.string()) })),
})
export type OwnPayer = z.output<typeof ownPayer>
