import type { Authentication } from '#acquirer/acquirer.ts'
import { acquirerByName } from '#acquirer/acquirers.ts'
import { authenticationLevel } from '#acquirer/brands.ts'
import { later, addMs } from '#kit/clock.ts'
import { Fail, fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { hashToken } from '#kit/server/secrets.ts'
import type { Tx } from '#db/schema.ts'
import {
  type AuthenticationOutcome,
  type AuthenticationResult,
  allowsSaleAfter,
} from '../../method/authenticationOutcomes.ts'
import { acquirerCallMs, firstRecheckMs } from '../../limits.ts'
import { methodRow } from '../../method/method.ts'
import { changeState } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { hashRateKey } from '#session/server/limits/hits.ts'
import { paidCodesOf } from '../../server/attempt/preflight.ts'
import { shownColumns } from '../../server/settle/shownToPayer.ts'
import { type Attempt, lockAttempt, returnNonce, updateAttempt } from '../../server/attempt/attempts.ts'
import { type CardEntry, cardLimitKey } from '../../server/attempt/cardLimits.ts'
import { findRefusalCause } from '../../server/attempt/refusedCards.ts'
import { saleRequest, type PreparedSale } from '../../server/attempt/saleRequest.ts'
import type { CardAttemptCaller } from './startCardAttempt.ts'
import { type KnownRefusal, assertNoPaidCode } from '../../server/attempt/startAttempt.ts'
import { endAuthentication, isSameCard } from '../../authentication/server/openAuthentication.ts'

export type AuthenticationReport = {
  readonly result: AuthenticationResult
  readonly evidence: Omit<Authentication, 'dataOnly'> | null
}

/** The sale of the second `pay`; null where none follows or another call was first. Throws as `startAttempt`. */
export async function finishAuthentication(
  deps: PaymentDeps,
  attempt: Attempt,
  by: CardAttemptCaller,
  authenticated: AuthenticationReport,
): Promise<PreparedSale | null> {
  const end = (await isSameCard(deps, attempt, by.card)) ? toOutcome(authenticated, by.card) : 'other_card'
  const { acceptsAttempted } = await deps.paymentSettings()
  const { card: kind } = methodRow(attempt.payment_type)
  const refused = async (end: AuthenticationOutcome, cardFor?: string) => {
    await endAuthentication(deps, attempt.id, { end, cardFor, actor: 'customer', to: 'created' })
    return null
  }
  const sells = kind !== null && allowsSaleAfter(end, kind, { acceptsAttempted })
  if (!sells) return refused(end)
  try {
    const sent = await transaction(deps.db, (tx) =>
      prepareSale(tx, deps, attempt.id, { by, authenticated, end }),
    )
    return sent !== null && 'refusalCause' in sent ? await refused(end, sent.refusalCause) : sent
  } catch (error) {
    if (isUniqueViolation(error, 'attempt_authentication_id')) return refused('other_card')
    if (isUniqueViolation(error, 'payment_one_per_stay')) {
      await refused('left')
      throw fail('payment_in_flight')
    }
    if (error instanceof Fail) await refused('left')
    throw error
  }
}

function toOutcome({ result, evidence }: AuthenticationReport, card: CardEntry): AuthenticationOutcome {
  if (result === 'failure') return 'refused'
  if (result !== 'success') return result
  return (evidence && authenticationLevel(card.brand, evidence.eci)) ?? 'refused'
}

async function prepareSale(
  tx: Tx,
  deps: PaymentDeps,
  attemptId: number,
  {
    by,
    authenticated,
    end,
  }: { by: CardAttemptCaller; authenticated: AuthenticationReport; end: AuthenticationOutcome },
): Promise<PreparedSale | KnownRefusal | null> {
  const now = deps.clock.now()
  const { payment, attempt } = await lockAttempt(tx, attemptId)
  if (payment.state !== 'awaiting_cardholder' || attempt.state !== 'authenticating') return null
  if (attempt.amount_cents !== payment.amount_cents) throw fail('price_changed')
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) throw fail('price_changed')
  const cause = await findRefusalCause(tx, hashRateKey(cardLimitKey(deps.cardNumberKey, by.card)), now)
  if (cause !== null) return { refusalCause: cause }
  assertNoPaidCode(await paidCodesOf(tx, payment), by.ignoredCodes)
  const { captureMode } = deps.subject.captureTerms(payment)
  // The price is honoured while the bank authenticates.
  const { price_expires_at: priceExpiresAt, deadline_at: deadline } = payment
  const honoured = {
    ...payment,
    price_expires_at: deadline === null ? priceExpiresAt : later(priceExpiresAt, deadline),
  }
  const assertPrice = await deps.subject.lock(tx, honoured)
  await assertPrice(now)
  const evidence = evidenceOf(authenticated, end)
  const nonce = returnNonce(attempt.id)
  await updateAttempt(tx, attempt.id, {
    state: 'in_flight',
    ...shownColumns(null),
    authentication: end,
    authentication_id: evidence?.referenceId ?? null,
    return_nonce_hash: hashToken(nonce),
    next_query_at: addMs(now, firstRecheckMs),
  })
  await changeState(tx, payment, 'authorising', {
    actor: 'customer',
    now,
    change: { deadline_at: addMs(now, acquirerCallMs(deps.timing)), reason: null },
  })
  const acquirer = acquirerByName(deps.acquirers, attempt.acquirer)
  const returnUrl = `${deps.publicUrl}/payment/return/${nonce}`
  const sale = { orderKey: attempt.order_key, returnUrl, take: captureMode }
  return { attemptId: attempt.id, acquirer, request: saleRequest(payment, sale, by, evidence) }
}

/** Null without a liability shift. */
function evidenceOf({ evidence }: AuthenticationReport, end: AuthenticationOutcome): Authentication | null {
  if (evidence === null) return null
  if (end === 'authenticated' || end === 'attempted') return { ...evidence, dataOnly: false }
  return end === 'data_only' ? { ...evidence, dataOnly: true } : null
}
