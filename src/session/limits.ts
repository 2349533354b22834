import { dayMs, hourMs, minuteMs } from '#kit/clock.ts'
import type { FailName } from '#kit/fail.ts'

type Limit = {
  /** The counting key (docs/spec.md#r20). */
  readonly by: string
  readonly counts: string
  readonly windowMs: number | null
  readonly max: number
  /** Null refuses silently. */
  readonly failure: FailName | null
  /** Retention; default `windowMs`. */
  readonly keptMs?: number
  readonly isOfAttempts?: true
}

const contestsByRule = {
  counts: 'contests accepted by a rule',
  windowMs: 30 * dayMs,
  max: 3,
  failure: null,
} as const
const perAddress = { by: 'address', windowMs: hourMs, max: 60, failure: 'human_required' } as const
const wrongPasswords = { counts: 'wrong passwords', windowMs: 15 * minuteMs, failure: 'too_many' } as const
const waitingPasswords = {
  counts: 'passwords that wait to be hashed',
  windowMs: null,
  failure: 'too_many',
} as const
const waitingStrangers = {
  ...waitingPasswords,
  counts: 'of these, all but logins of known browsers',
} as const
const hashedPasswords = { counts: 'passwords hashed', failure: 'too_many' } as const
const newEmails = { counts: 'changes of an account’s e-mail', failure: 'too_many_changes' } as const
const refusals = { counts: 'refusals', failure: 'too_many_attempts', isOfAttempts: true } as const
const refusalsOfMonth = { ...refusals, windowMs: 30 * dayMs, keptMs: 30 * dayMs } as const
const unpaidCodes = { counts: 'codes not paid', isOfAttempts: true } as const
const wrongShopCodes = {
  counts: 'wrong codes of a shop',
  windowMs: hourMs,
  failure: 'human_required',
} as const
const requests = { counts: 'requests', windowMs: minuteMs, max: 3000, failure: 'too_many' } as const
const receiptsAgain = { counts: 'receipts sent again', windowMs: hourMs, max: 5 } as const

/** docs/spec.md#limits. `human_required`: a further try needs a proof (docs/spec.md#r20). */
export const limits = {
  login: { by: 'account and address, browsers that are not known', ...wrongPasswords, max: 5 },
  login_account: { by: 'account, browsers that are not known', ...wrongPasswords, max: 50 },
  login_known: { by: 'known browser and account', ...wrongPasswords, max: 5 },
  login_address: { ...perAddress, counts: 'wrong passwords' },
  second_factor: { by: 'person who gave the password', ...wrongPasswords, counts: 'wrong codes', max: 5 },
  // docs/spec.md#r50
  password_session: { by: 'process and session', ...hashedPasswords, windowMs: minuteMs, max: 10 },
  password_at_once: {
    by: 'process and session',
    ...hashedPasswords,
    counts: 'passwords being hashed',
    windowMs: null,
    max: 1,
  },
  password_work: { by: 'process', ...waitingPasswords, max: 32 },
  password_work_strangers: { by: 'process', ...waitingStrangers, max: 24 },
  password_address: { by: 'process and address', ...waitingPasswords, max: 12 },
  password_address_strangers: { by: 'process and address', ...waitingStrangers, max: 9 },
  recovery: { by: 'e-mail', counts: 'links asked for', windowMs: hourMs, max: 3, failure: null },
  recovery_address: { ...perAddress, counts: 'links asked for' },
  taken: { ...perAddress, counts: 'answers that an e-mail or CPF is taken' },
  account_address: { ...perAddress, counts: 'accounts made', max: 300 },
  // docs/spec.md#r30
  account_mail_email: { by: 'e-mail that gets the notice', ...newEmails, windowMs: dayMs, max: 3 },
  account_mail: { by: 'account', ...newEmails, counts: 'changes of its e-mail', windowMs: dayMs, max: 5 },
  account_mail_address: { ...perAddress, ...newEmails },
  look_up_address: { ...perAddress, counts: 'look-ups of a ticket that does not exist' },
  card_payment: {
    by: 'payment',
    counts: 'attempts that failed',
    windowMs: null,
    max: 5,
    failure: 'too_many_attempts',
  },
  card_number: { by: 'card, by the HMAC of its number', ...refusalsOfMonth, windowMs: dayMs, max: 10 },
  // Beyond these the brands charge a fee (src/acquirer/server/cielo/README.md#16-retries).
  card_visa: { by: 'Visa card, by the HMAC of its number', ...refusalsOfMonth, max: 15 },
  card_elo: { by: 'Elo card, by the HMAC of its number', ...refusalsOfMonth, max: 15 },
  card_master: { by: 'Mastercard card, by the HMAC of its number', ...refusals, windowMs: dayMs, max: 7 },
  card_master_month: { by: 'Mastercard card, by the HMAC of its number', ...refusalsOfMonth, max: 35 },
  card_person: { by: 'account, or guest session', ...refusals, windowMs: dayMs, max: 20 },
  card_address: { ...perAddress, counts: 'refusals', isOfAttempts: true },
  pix_person: { by: 'account, or guest session', ...refusals, ...unpaidCodes, windowMs: hourMs, max: 20 },
  pix_address: { ...perAddress, ...unpaidCodes },
  unpaid_account: {
    by: 'account',
    counts: 'reserved spaces not paid yet',
    windowMs: null,
    max: 2,
    failure: 'unpaid_spaces',
  },
  reserved_plate: {
    by: 'plate',
    counts: 'reserved spaces',
    windowMs: null,
    max: 1,
    failure: 'already_reserved',
  },
  validation: {
    by: 'person of a shop',
    counts: 'validations and codes asked for',
    windowMs: minuteMs,
    max: 30,
    failure: 'too_many',
  },
  shop_code: { ...wrongShopCodes, by: 'session', max: 20 },
  shop_code_address: { ...perAddress, ...wrongShopCodes },
  receipt: { by: 'payment, asked by its owner', ...receiptsAgain, failure: 'too_many' },
  receipt_desk: { by: 'payment, asked by staff', ...receiptsAgain, failure: 'too_many' },
  receipt_ticket: { by: 'ticket and e-mail that belong together', ...receiptsAgain, failure: null },
  receipt_address: { ...perAddress, counts: 'receipts asked for again' },
  receipt_check: { by: 'address', counts: 'receipts read', windowMs: minuteMs, max: 60, failure: 'too_many' },
  contest: { by: 'address and payment', counts: 'contests', windowMs: dayMs, max: 3, failure: 'too_many' },
  contest_card: { by: 'card, by brand and last digits', ...contestsByRule },
  contest_person: { by: 'payer, by the HMAC of the CPF or CNPJ', ...contestsByRule },
  client_error: {
    by: 'session',
    counts: 'errors that its page reports',
    windowMs: minuteMs,
    max: 5,
    failure: null,
  },
  // docs/spec.md#r29
  requests: { by: 'address', ...requests },
  requests_own: { by: 'device, or acquirer that sends its secret', ...requests },
  requests_known: { by: 'address, of its known sessions and payments', ...requests },
  // docs/spec.md#r50
  requests_session: {
    by: 'known session, or known payment without one',
    ...requests,
    counts: 'requests, but those of the next line',
    max: 300,
  },
  requests_session_paying: {
    by: 'known session, or known payment without one',
    ...requests,
    counts: 'session checks, states of payments, payments, exits of reservations',
    max: 900,
  },
  requests_presented: {
    by: 'address, of credentials that are not known yet',
    ...requests,
    counts: 'requests above those of the address',
    max: 600,
  },
} as const satisfies Readonly<Record<string, Limit>>

export type LimitName = keyof typeof limits

type LimitWith<Shape> = { [N in LimitName]: (typeof limits)[N] extends Shape ? N : never }[LimitName]

export type AddressLimit = LimitWith<{ readonly failure: 'human_required' }>

export type SlidingLimit = LimitWith<{ readonly windowMs: number }>

export type AttemptLimit = LimitWith<{ readonly windowMs: number; readonly isOfAttempts: true }>
