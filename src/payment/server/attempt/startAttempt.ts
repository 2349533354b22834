import type { LimitedCaller } from '#session/server/limits/admit.ts'
import type { Insertable } from 'kysely'
import { termsVersion } from '#account/terms.ts'
import type { Acquirer } from '#acquirer/acquirer.ts'
import type { Payer } from '#acquirer/payer.ts'
import type { AttemptTable, Tx } from '#db/schema.ts'
import { hourMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'
import { type AttemptKey, lockRates, recordAttemptHits } from '#session/server/limits/hits.ts'
import { authenticationMs, callMs, firstRecheckMs } from '../../limits.ts'
import { can } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { nextAttempt, paidCodesOf, readAttemptContext } from './preflight.ts'
import { addAttempt, returnNonce } from './attempts.ts'
import { lockPayment, type Payment } from '../store.ts'
import { type CardTrier, assertTriesLeft, type TryKeys } from './cardTries.ts'

/** Null where the sale is sent at once. */
export type AuthenticationMode = 'challenge' | 'data_only' | null

/** A call that pays, by any method. */
export type Paying = {
  token: string
  sessionHash: string
  by: LimitedCaller
  userId: number | null
  /** Null where the guest has not entered the payer. */
  payerOf: (ticketCode: string) => Promise<Payer | null>
  /** Centavos on the button; null from older pages. */
  seenCents: number | null
}

export type By = CardTrier & { payer: Payer; seenCents: number | null }

type PaymentMeans = TryKeys & {
  readonly acquirer: Acquirer
  /** Null for Pix. */
  readonly card: AttemptKey | null
  readonly authentication: AuthenticationMode
  /** Paid codes whose bank does not answer; null: no code blocks. */
  readonly ignoredCodes: readonly number[] | null
  readonly kept: Pick<Insertable<AttemptTable>, 'card_brand' | 'card_last_digits' | 'save_card_for'>
}

type Started = {
  readonly attemptId: number
  readonly payment: Payment
  readonly orderKey: string
  readonly returnUrl: string
}
/** The card was refused before; nothing was stored. */
export type RefusedBefore = { readonly refusedFor: string }

/**
 * Stores the attempt before the acquirer is called. Null where the payment closed or changed its method.
 * Throws `payment_in_flight`, `too_many_attempts`, `price_changed`, and the errors of `AssertPrice`.
 */
export async function startAttempt(deps: PaymentDeps, payment: Payment, by: By, paidWith: PaymentMeans) {
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
  { by, paidWith }: { by: By; paidWith: PaymentMeans },
): Promise<Started | RefusedBefore | null> {
  const now = deps.clock.now()
  const { tries, card, authentication } = paidWith
  await lockRates(tx, tries)
  const payment = await lockPayment(tx, read.id)
  const assertPrice = await deps.subject.lock(tx, payment)
  if (!can('pay', payment.state)) return null
  if (payment.payment_type !== read.payment_type) return null
  const context = await readAttemptContext(tx, { card, tries, now })
  if (context.refusedFor !== null) return { refusedFor: context.refusedFor }
  if (paidWith.ignoredCodes !== null) assertNoPaidCode(await paidCodesOf(tx, payment), paidWith.ignoredCodes)
  assertTriesLeft(tries, context.marks, now)
  const { id: attemptId, n, counted: before } = await nextAttempt(tx, payment)
  if (before >= limits.card_payment.max) throw fail('too_many_attempts', { retryAfterSeconds: hourMs / 1000 })
  await assertPrice(now)
  // Another tab of the session may have repriced the payment.
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) throw fail('price_changed')
  const nonce = returnNonce(attemptId)
  const orderKey = paidWith.acquirer.orderKey({ paymentId: payment.id, token: payment.token, n })
  const names = { id: attemptId, n, order_key: orderKey, return_nonce_hash: hashToken(nonce) }
  const attempt = { ...attemptOf(payment, paidWith, now), ...names, session_hash: by.sessionHash }
  await addAttempt(tx, attempt)
  // Counted as refused in advance, so that parallel tries cannot pass the limit. The second call recognises
  // the card by these keys (`isSameCard`).
  const counted = { id: attemptId, lasts: authentication !== null }
  await recordAttemptHits(tx, counted, [...tries, { limit: paidWith.address, key: by.ip }], now)
  const waitMs = authentication === null ? callMs(deps.timing) : authenticationMs
  const state = authentication === null ? 'authorising' : 'awaiting_cardholder'
  const change = {
    deadline_at: plus(now, waitMs),
    reason: null,
    ...(by.userId === null ? agreed(payment, await deps.termsHash(tx), now) : {}),
    payer: JSON.stringify(by.payer),
  }
  await changeState(tx, payment, state, { actor: 'customer', now, change })
  return { attemptId, payment, orderKey, returnUrl: `${deps.publicUrl}/payment/return/${nonce}` }
}

/** A guest accepts the terms by paying (docs/calls.md#payment). */
function agreed(payment: Payment, agreed_hash: string, now: Date) {
  if (payment.agreed_hash === agreed_hash) return {}
  return { agreed_terms: termsVersion, agreed_hash, agreed_at: now }
}

/** A card's money would be reversed. Throws `payment_in_flight`. */
export function assertNoPaidCode(paidCodes: readonly number[], ignoredCodes: readonly number[]): void {
  if (paidCodes.some((attemptId) => !ignoredCodes.includes(attemptId))) throw fail('payment_in_flight')
}

function attemptOf(payment: Payment, { acquirer, authentication, kept }: PaymentMeans, now: Date) {
  const sent = {
    payment_id: payment.id,
    acquirer: acquirer.name,
    amount_cents: payment.amount_cents,
    payment_type: payment.payment_type,
    started_at: now,
    ...kept,
  }
  if (authentication === null)
    return { ...sent, state: 'in_flight', ask_at: plus(now, firstRecheckMs) } as const
  const shown = JSON.stringify({ type: 'authenticate', data: { as: authentication } })
  return { ...sent, state: 'authenticating', ask_at: null, shown } as const
}
