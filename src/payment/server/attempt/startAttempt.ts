import type { LimitedCaller } from '#session/server/limits/admit.ts'
import type { Insertable } from 'kysely'
import { termsVersion } from '#account/server/consents.ts'
import type { Acquirer } from '#acquirer/acquirer.ts'
import type { Payer } from '#acquirer/payer.ts'
import type { AttemptTable, Tx } from '#db/schema.ts'
import { hourMs, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'
import { type AttemptRateKey, lockRates, recordAttemptHits } from '#session/server/limits/hits.ts'
import { authenticationMs, acquirerCallMs, firstRecheckMs } from '../../limits.ts'
import { can } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { nextAttempt, paidCodesOf, readAttemptContext } from './preflight.ts'
import { insertAttempt, returnNonce } from './attempts.ts'
import { lockPayment, type Payment } from '../store.ts'
import { type CardCaller, assertWithinLimits, type LimitKeys } from './cardLimits.ts'

/** Null where the sale is sent at once. */
export type AuthenticationMode = 'challenge' | 'data_only' | null

/** The input of a `pay` call by any method. */
export type PayInput = {
  token: string
  sessionHash: string
  by: LimitedCaller
  userId: number | null
  /** Null where the guest has not entered the payer. */
  payerOf: (ticketCode: string) => Promise<Payer | null>
  /** Centavos on the button; null where the caller names none. */
  seenCents: number | null
}

export type AttemptCaller = CardCaller & { payer: Payer; seenCents: number | null }

type PaymentMeans = LimitKeys & {
  readonly acquirer: Acquirer
  /** Null for Pix. */
  readonly card: AttemptRateKey | null
  readonly authentication: AuthenticationMode
  /** Paid codes whose bank does not answer; null: no code blocks. */
  readonly ignoredCodes: readonly number[] | null
  readonly cardColumns: Pick<Insertable<AttemptTable>, 'card_brand' | 'card_last_digits' | 'save_card_for'>
}

type StartedAttempt = {
  readonly attemptId: number
  readonly payment: Payment
  readonly orderKey: string
  readonly returnUrl: string
}
/** The card was refused before; nothing was stored. */
export type KnownRefusal = { readonly refusalCause: string }

/**
 * Stores the attempt before the acquirer is called. Null where the payment closed or changed its method.
 * Throws `payment_in_flight`, `too_many_attempts`, `price_changed`, and the errors of `AssertPrice`.
 */
export async function startAttempt(
  deps: PaymentDeps,
  payment: Payment,
  by: AttemptCaller,
  paidWith: PaymentMeans,
) {
  try {
    return await transaction(deps.db, (tx) => recordIntent(tx, deps, payment, { by, paidWith }))
  } catch (error) {
    if (isUniqueViolation(error, 'payment_one_per_stay')) throw fail('payment_in_flight')
    throw error
  }
}

async function recordIntent(
  tx: Tx,
  deps: PaymentDeps,
  read: Payment,
  { by, paidWith }: { by: AttemptCaller; paidWith: PaymentMeans },
): Promise<StartedAttempt | KnownRefusal | null> {
  const now = deps.clock.now()
  const { limitKeys, card, authentication } = paidWith
  await lockRates(tx, limitKeys)
  const payment = await lockPayment(tx, read.id)
  const assertPrice = await deps.subject.lock(tx, payment)
  if (!can('pay', payment.state)) return null
  if (payment.payment_type !== read.payment_type) return null
  const context = await readAttemptContext(tx, { card, limitKeys, now })
  if (context.refusalCause !== null) return { refusalCause: context.refusalCause }
  if (paidWith.ignoredCodes !== null) assertNoPaidCode(await paidCodesOf(tx, payment), paidWith.ignoredCodes)
  assertWithinLimits(limitKeys, context.hits, now)
  const { id: attemptId, n, counted: before } = await nextAttempt(tx, payment)
  if (before >= limits.card_payment.max) throw fail('too_many_attempts', { retryAfterSeconds: hourMs / 1000 })
  await assertPrice(now)
  // Another tab of the session may have repriced the payment.
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) throw fail('price_changed')
  const nonce = returnNonce(attemptId)
  const orderKey = paidWith.acquirer.orderKey({ paymentId: payment.id, token: payment.token, n })
  const names = { id: attemptId, n, order_key: orderKey, return_nonce_hash: hashToken(nonce) }
  const attempt = { ...attemptRow(payment, paidWith, now), ...names, session_hash: by.sessionHash }
  await insertAttempt(tx, attempt)
  // Counted as refused in advance, so that parallel attempts cannot pass the limit. The second call recognises
  // the card by these keys (`isSameCard`).
  const counted = { id: attemptId, lasts: authentication !== null }
  await recordAttemptHits(tx, counted, [...limitKeys, { limit: paidWith.addressLimit, key: by.ip }], now)
  const waitMs = authentication === null ? acquirerCallMs(deps.timing) : authenticationMs
  const state = authentication === null ? 'authorising' : 'awaiting_cardholder'
  const change = {
    deadline_at: addMs(now, waitMs),
    reason: null,
    ...(by.userId === null ? termsAcceptance(payment, await deps.termsHash(tx), now) : {}),
    payer: JSON.stringify(by.payer),
  }
  await changeState(tx, payment, state, { actor: 'customer', now, change })
  return { attemptId, payment, orderKey, returnUrl: `${deps.publicUrl}/payment/return/${nonce}` }
}

/** A guest accepts the terms by paying (docs/calls.md#payment). */
function termsAcceptance(payment: Payment, agreed_hash: string, now: Date) {
  if (payment.agreed_hash === agreed_hash) return {}
  return { agreed_terms: termsVersion, agreed_hash, agreed_at: now }
}

/** A card's money would be reversed. Throws `payment_in_flight`. */
export function assertNoPaidCode(paidCodes: readonly number[], ignoredCodes: readonly number[]): void {
  if (paidCodes.some((attemptId) => !ignoredCodes.includes(attemptId))) throw fail('payment_in_flight')
}

function attemptRow(payment: Payment, { acquirer, authentication, cardColumns }: PaymentMeans, now: Date) {
  const sent = {
    payment_id: payment.id,
    acquirer: acquirer.name,
    amount_cents: payment.amount_cents,
    payment_type: payment.payment_type,
    started_at: now,
    ...cardColumns,
  }
  if (authentication === null)
    return { ...sent, state: 'in_flight', next_query_at: addMs(now, firstRecheckMs) } as const
  const shown = JSON.stringify({ type: 'authenticate', data: { as: authentication } })
  return { ...sent, state: 'authenticating', next_query_at: null, shown } as const
}
