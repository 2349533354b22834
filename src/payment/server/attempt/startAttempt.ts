import type { Insertable } from 'kysely'
import { termsVersion } from '#account/terms.ts'
import type { Acquirer, Payer } from '#acquirer/acquirer.ts'
import type { AttemptTable, Tx } from '#db/schema.ts'
import { hourMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'
import { type AttemptKey, lockRates } from '#session/server/limits/hits.ts'
import { authenticationMs, callMs, leftBehindMs } from '../../limits.ts'
import { can } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { nextAttempt, paidCodesOf, readAttemptContext } from './preflight.ts'
import { addAttempt, returnNonce } from './attempts.ts'
import { lockPayment, type Payment } from '../store.ts'
import { type CardTrier, countTry, refuseTries, type AttemptKeys } from './cardTries.ts'

/** How the cardholder is authenticated first; null where the sale goes out at once. */
export type Needed = 'challenge' | 'data_only' | null

/** Who pays. Who is no guest has an account. */
export type By = CardTrier & { payer: Payer; seenCents: number | null }

/** What is paid with, for the payment as it was read. */
export type Instrumental = AttemptKeys & {
  readonly acquirer: Acquirer
  /** Whose refusals are known; null where nothing but a code is made. */
  readonly card: AttemptKey | null
  readonly authentication: Needed
  /** Paid codes of the stay that it does not wait for: their bank says nothing. Null where it waits for none. */
  readonly ignoredCodes: readonly number[] | null
  /** What the attempt keeps of a card. */
  readonly kept: Pick<Insertable<AttemptTable>, 'card_brand' | 'card_last_digits' | 'save_card_for'>
}

/** Committed: which attempt the answer belongs to, and by which names it goes out. */
export type Started = {
  readonly attemptId: number
  readonly payment: Payment
  readonly orderKey: string
  readonly returnUrl: string
}
/** Nothing was recorded: the card was refused for this before, and is not to be sent now. */
export type RefusedBefore = { readonly refusedFor: string }

type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'subject' | 'publicUrl' | 'timing'>
type Sending = 'authorising' | 'awaiting_cardholder'

/**
 * Records the attempt before anybody is called, so that a crash leaves something to ask about; with `authentication` its
 * cardholder is authenticated in the page before anything is sent. Answers null when the payment is no longer open, or of
 * another method than was read (another call was faster), or why its card is not sent at all. Throws `payment_in_flight`
 * when somebody else's money for the same stay is sent for, or has come by a code that is about to be booked,
 * `too_many_attempts`, `price_changed` where the person saw another amount, and what the subject's `assertPrice` throws.
 */
export async function startAttempt(
  deps: Deps,
  payment: Payment,
  by: By,
  paidWith: Instrumental,
): Promise<Started | RefusedBefore | null> {
  try {
    return await transaction(deps.db, (tx) => recordIntent(tx, deps, payment, { by, paidWith }))
  } catch (error) {
    if (isUniqueViolation(error, 'payment_one_per_stay')) throw fail('payment_in_flight')
    throw error
  }
}

async function recordIntent(
  tx: Tx,
  deps: Deps,
  read: Payment,
  { by, paidWith }: { by: By; paidWith: Instrumental },
): Promise<Started | RefusedBefore | null> {
  const now = deps.clock.now()
  const { tries, card, authentication } = paidWith
  await lockRates(tx, tries)
  const payment = await lockPayment(tx, read.id)
  await deps.subject.lock(tx, payment)
  if (!can('pay', payment.state)) return null
  // Changed since it was read: what is paid with was looked at for another method.
  if (payment.payment_type !== read.payment_type) return null
  const context = await readAttemptContext(tx, payment, { card, tries, now })
  if (context.refusedFor !== null) return { refusedFor: context.refusedFor }
  if (paidWith.ignoredCodes !== null) waitForPaid(await paidCodesOf(tx, payment.id), paidWith.ignoredCodes)
  refuseTries(tries, context.marks, now)
  if (context.counted >= limits.card_payment.max)
    throw fail('too_many_attempts', { retryAfterSeconds: hourMs / 1000 })
  await deps.subject.assertPrice(tx, payment, now)
  // Another tab of the session, or this one a moment ago, has put another price in its place.
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) throw fail('price_changed')
  const { id: attemptId, n } = await nextAttempt(tx, payment.id)
  const nonce = returnNonce(attemptId)
  const orderKey = paidWith.acquirer.orderKey({ paymentId: payment.id, token: payment.token, n })
  const names = { id: attemptId, n, order_key: orderKey, return_nonce_hash: hashToken(nonce) }
  const attempt = { ...attemptOf(payment, paidWith, now), ...names, session_hash: by.sessionHash }
  await addAttempt(tx, attempt)
  // The second call of an authentication is known by the card of its marks (`isSameCard`).
  const counted = { id: attemptId, lasts: authentication !== null }
  await countTry(tx, paidWith, { attempt: counted, ip: by.ip, now })
  const waitMs = authentication === null ? callMs(deps.timing) : authenticationMs
  const state: Sending = authentication === null ? 'authorising' : 'awaiting_cardholder'
  const change = {
    deadline_at: plus(now, waitMs),
    reason: null,
    ...agreedBy(by, payment, now),
    payer: JSON.stringify(by.payer),
  }
  await changeState(tx, payment, state, { actor: 'customer', now, change })
  return { attemptId, payment, orderKey, returnUrl: `${deps.publicUrl}/payment/return/${nonce}` }
}

/**
 * A guest agrees to the terms of today by paying, once for each payment (docs/calls.md#payment): kept in the commit that
 * first keeps their data with it. An account agreed when it was made.
 */
function agreedBy({ userId }: By, payment: Payment, now: Date) {
  if (userId !== null || payment.agreed_terms === termsVersion) return {}
  return { agreed_terms: termsVersion, agreed_at: now }
}

/** Who has paid by a code comes before another card: it would only have to go back. Throws `payment_in_flight`. */
export function waitForPaid(paidCodes: readonly number[], ignoredCodes: readonly number[]): void {
  if (paidCodes.some((attemptId) => !ignoredCodes.includes(attemptId))) throw fail('payment_in_flight')
}

function attemptOf(payment: Payment, { acquirer, authentication, kept }: Instrumental, now: Date) {
  const sent = {
    payment_id: payment.id,
    acquirer: acquirer.name,
    amount_cents: payment.amount_cents,
    payment_type: payment.payment_type,
    started_at: now,
    ...kept,
  }
  if (authentication === null)
    return { ...sent, state: 'in_flight', ask_at: plus(now, leftBehindMs) } as const
  // Nothing is sent while the cardholder is authenticated, so there is nothing to ask about.
  const shown = JSON.stringify({ type: 'authenticate', data: { as: authentication } })
  return { ...sent, state: 'authenticating', ask_at: null, shown } as const
}
