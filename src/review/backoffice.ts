import * as z from 'zod/mini'
import { edited, endpoint, page } from '#kit/endpoint.ts'
import { paymentState } from '#payment/contract.ts'
import { staffClosedKinds } from '#payment/caseKinds.ts'
import { attemptDecisions } from '#payment/attemptStates.ts'
import { refundDecisions } from '#payment/stateTexts.ts'
import {
  queryFilter,
  historyEntry,
  money,
  paymentToken as params,
  reaisOrText,
  reason,
  searchQuery,
} from '#staff/fields.ts'
import { methodNames } from '#payment/method/method.ts'

const states = [...paymentState.options, 'waiting'] as const

/** `kind` is a string, because a newer release may store other kinds. */
const reviewCase = z.object({ kind: z.string(), amount: money })

const row = {
  id: z.string(),
  protocol: z.string(),
  ticket: z.string(),
  lot: z.nullable(z.string()),
  destination: z.number(),
  payment_type: z.number(),
  payment_type_desc: z.string(),
  state: paymentState,
  amount: money,
  card: z.nullable(z.string()),
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
  time_zone: z.string(),
  case: z.nullable(reviewCase),
}
export const backOfficeTransactionRow = z.object(row)
export type BackOfficeTransactionRow = z.output<typeof backOfficeTransactionRow>

/** A payment in the rows of later nouns; `payment` is its token. */
export const paymentReferenceFields = {
  payment: z.string(),
  protocol: z.string(),
  ticket: z.string(),
  lot: z.nullable(z.string()),
  time_zone: z.string(),
}
const paymentReference = z.object(paymentReferenceFields)
export type PaymentReference = z.output<typeof paymentReference>

/** Facts of a sale that a bank asks for; `liability` is the bearer of a dispute. */
export const saleFields = {
  nsu: z.nullable(z.string()),
  authorisation_code: z.nullable(z.string()),
  authentication: z.nullable(z.string()),
  liability: z.nullable(z.string()),
  end_to_end_id: z.nullable(z.string()),
}

const attempt = z.object({
  n: z.number(),
  state: z.string(),
  amount: money,
  card: z.nullable(z.string()),
  cause: z.nullable(z.string()),
  return_code: z.nullable(z.string()),
  order_key: z.string(),
  reference: z.nullable(z.string()),
  ...saleFields,
  started_at: z.string(),
  answered_at: z.nullable(z.string()),
  can: z.array(z.enum(attemptDecisions)),
})

/** Never holds a CPF, an address or a card number. */
const backOfficeTransaction = z.object({
  ...row,
  kept: money,
  payer: z.nullable(z.object({ name: z.string(), email: z.nullable(z.string()) })),
  proof_url: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** A reservation has no ticket before the car enters. */
  has_ticket: z.boolean(),
  has_reservation: z.boolean(),
  attempts: z.array(attempt),
  /** A refund with a negative amount records a failed refund. */
  ledger: z.array(z.object({ kind: z.enum(['capture', 'refund']), amount: money, at: z.string() })),
  refunds: z.array(
    z.object({
      amount: money,
      reason: z.string(),
      state: z.enum(['asked', 'confirmed', 'refused']),
      return_code: z.nullable(z.string()),
      /** The refund's answer was lost: staff must say whether the money arrived. */
      in_doubt: z.boolean(),
      /** Staff said that it never arrived; no acquirer refused it. */
      unarrived: z.boolean(),
      why: z.nullable(z.string()),
      who: z.string(),
      asked_at: z.string(),
      put_off_until: z.nullable(z.string()),
    }),
  ),
  /** Null when nothing can be refunded. */
  refund_terms: z.nullable(
    z.object({
      until: z.string(),
      over: z.boolean(),
      /** `once`: one part, then the whole rest; `none`: only the whole rest. */
      parts: z.enum(['any', 'once', 'none']),
      parts_wait: z.boolean(),
    }),
  ),
  events: z.array(
    z.object({
      kind: z.string(),
      amount: money,
      number: z.nullable(z.string()),
      text: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  history: z.array(historyEntry),
  cases: z.array(z.extend(reviewCase, { notifications: z.number() })),
  /** The acquirer took another amount: `captured` accepts it, `not_captured` refunds it. */
  differs: z.boolean(),
  can: z.object({
    refund: z.boolean(),
    ask: z.boolean(),
    decide: z.boolean(),
    decide_refund: z.boolean(),
    receipt: z.boolean(),
    close: z.boolean(),
  }),
})
export type BackOfficeTransaction = z.output<typeof backOfficeTransaction>

const base = '/api/staff/transactions'

export const listTransactions = endpoint('GET', base, 'supervisor', {
  levelText: ['Transações e análise', 'Procurar'],
  summary:
    'Payments by ticket, plate, token, protocol, NSU, endToEndId, last four digits of the card, or the payer’s name, e-mail or CPF; the newest first.',
  query: z.extend(searchQuery(states), { method: queryFilter(z.enum(methodNames)) }),
  reply: page(backOfficeTransactionRow),
})

export const openTransaction = endpoint('GET', `${base}/:id/edit`, 'supervisor', {
  levelText: ['Transações e análise', 'Abrir um pagamento'],
  summary: 'A payment with its attempts, the ledger, refunds and history.',
  params,
  reply: edited(backOfficeTransaction),
})

export const refundTransaction = endpoint('POST', `${base}/:id/refund`, 'manager', {
  levelText: ['Transações e análise', 'Devolver'],
  summary: 'Gives back a payment, wholly or in part, once; `kept` is what the caller saw as still kept.',
  params,
  body: z.object({ value: reaisOrText, kept: reaisOrText, reason }),
  reply: edited(backOfficeTransaction),
  errors: { refund_in_flight: 409, refund_changed: 409, not_refundable: 409 },
})

export const decideTransaction = endpoint('POST', `${base}/:id/decide`, 'manager', {
  levelText: ['Transações e análise', 'Decidir um pagamento sem resposta'],
  summary:
    'Asks the acquirer again, or decides what it cannot tell: whether it took the money, or gave it back; what it says wins.',
  params,
  body: z.object({
    decision: z.enum(['ask', 'captured', 'not_captured', ...refundDecisions], {
      error: 'Escolha uma decisão.',
    }),
    reason,
  }),
  reply: edited(backOfficeTransaction),
  errors: { nothing_to_decide: 409, acquirer_differs: 409, acquirer_silent: 409, refund_in_flight: 409 },
})

export const decideAttempt = endpoint('POST', `${base}/:id/attempts/:n`, 'manager', {
  levelText: ['Transações e análise', 'Decidir uma tentativa'],
  summary:
    'Decides about one attempt: asks or tries again, accepts what became of its money, or gives it back or releases it.',
  params: z.extend(params, { n: z.string().check(z.regex(/^[1-9]\d{0,3}$/)) }),
  body: z.object({
    decision: z.enum(attemptDecisions, { error: 'Escolha uma decisão.' }),
    reason,
    /** Reais that `give_back` of a captured attempt returns: what the caller saw as over. */
    value: z.nullish(reaisOrText),
  }),
  reply: edited(backOfficeTransaction),
  errors: { nothing_to_decide: 409, refund_in_flight: 409, refund_changed: 409 },
})

export const closeCase = endpoint('POST', `${base}/:id/cases/:kind/close`, 'manager', {
  levelText: ['Transações e análise', 'Encerrar um caso'],
  summary: 'Closes a case about an event at the acquirer, with a reason.',
  params: z.extend(params, { kind: z.enum(staffClosedKinds) }),
  body: z.object({ reason }),
  reply: edited(backOfficeTransaction),
  errors: { nothing_to_decide: 409 },
})

export const resendTransactionReceipt = endpoint(
  'POST',
  '/api/staff/transactions/:id/receipt',
  'supervisor',
  {
    levelText: ['Transações e análise', 'Enviar o recibo de novo'],
    summary: 'Mails the receipt of a payment again, to the e-mail given when it was paid.',
    params,
    reply: edited(backOfficeTransaction),
    errors: { receipt_missing: 409 },
  },
)
