import type { Authentication } from '#acquirer/acquirer.ts'
import { acquirerNamed } from '#acquirer/acquirers.ts'
import { authenticationLevel } from '#acquirer/authenticator.ts'
import { later, plus } from '#kit/clock.ts'
import { Fail, fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { hashToken } from '#kit/server/secrets.ts'
import type { Tx } from '#db/schema.ts'
import { type AuthenticationEnd, type AuthenticationResult, sellsAfter } from '../../authentication/ends.ts'
import { callMs, leftBehindMs } from '../../limits.ts'
import { methodRow } from '../../method.ts'
import { changeState } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { keyHash } from '#session/server/limits/hits.ts'
import { paidCodesOf } from '../../server/attempt/preflight.ts'
import { shownColumns } from '../../server/settle/shown.ts'
import { type Attempt, attemptById, returnNonce, updateAttempt } from '../../server/attempt/attempts.ts'
import { lockPayment } from '../../server/store.ts'
import type { CardEntry } from '../../server/attempt/cardEntry.ts'
import { cardTry } from '../../server/attempt/cardTries.ts'
import { refusedFor } from '../../server/attempt/refusedCards.ts'
import { saleRequest, type Intent } from '../../server/attempt/saleRequest.ts'
import type { ByCard } from './startCard.ts'
import { type RefusedBefore, waitForPaid } from '../../server/attempt/startAttempt.ts'
import { endAuthentication } from '../../authentication/server/endAuthentication.ts'
import { isSameCard } from '../../authentication/server/openAuthentication.ts'

/** What the payer's page brings back; `evidence` where the acquirer's script gave some. */
export type Authenticated = {
  readonly result: AuthenticationResult
  readonly evidence: Omit<Authentication, 'dataOnly'> | null
}

type Deps = Pick<
  PaymentDeps,
  'db' | 'clock' | 'subject' | 'acquirers' | 'publicUrl' | 'timing' | 'cardNumberKey' | 'paymentSettings'
>

/**
 * The second pay of a card that had to be authenticated: the sale's intent, under the order key, for the amount and with
 * the card that the authentication was begun with; null where no sale follows, or another call was faster. A card that was
 * refused meanwhile, and is not to be sent again, is not. An authentication is used once. Throws as `startAttempt` does; the
 * authentication is over then.
 */
export async function finishAuthentication(
  deps: Deps,
  attempt: Attempt,
  by: ByCard,
  told: Authenticated,
): Promise<Intent | null> {
  const end = (await isSameCard(deps, attempt, by.card)) ? endOf(told, by.card) : 'other_card'
  const { acceptsAttempted } = await deps.paymentSettings()
  const { card: kind } = methodRow(attempt.payment_type)
  const refused = async (end: AuthenticationEnd, cardFor?: string) => {
    await endAuthentication(deps, attempt.id, { end, cardFor, actor: 'customer', to: 'created' })
    return null
  }
  const sells = kind !== null && sellsAfter(end, kind, { acceptsAttempted })
  if (!sells) return refused(end)
  try {
    const sent = await transaction(deps.db, (db) => send(db, deps, attempt.id, { by, told, end }))
    return sent !== null && 'refusedFor' in sent ? await refused(end, sent.refusedFor) : sent
  } catch (error) {
    if (isUniqueViolation(error, 'attempt_authentication_id')) return refused('other_card')
    if (isUniqueViolation(error, 'payment_one_per_stay')) {
      await refused('left')
      throw fail('payment_in_flight')
    }
    // Another price, or a ticket that was paid meanwhile: what was authenticated is no longer what is owed.
    if (error instanceof Fail) await refused('left')
    throw error
  }
}

function endOf({ result, evidence }: Authenticated, card: CardEntry): AuthenticationEnd {
  if (result === 'failure') return 'refused'
  if (result !== 'success') return result
  return (evidence && authenticationLevel(card.brand, evidence.eci)) ?? 'refused'
}

async function send(
  db: Tx,
  deps: Deps,
  attemptId: number,
  { by, told, end }: { by: ByCard; told: Authenticated; end: AuthenticationEnd },
): Promise<Intent | RefusedBefore | null> {
  const now = deps.clock.now()
  const { payment_id } = await attemptById(db, attemptId)
  const payment = await lockPayment(db, payment_id)
  const attempt = await attemptById(db, attemptId)
  if (payment.state !== 'awaiting_cardholder' || attempt.state !== 'authenticating') return null
  if (attempt.amount_cents !== payment.amount_cents) throw fail('price_changed')
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) throw fail('price_changed')
  const cause = await refusedFor(db, keyHash(cardTry(deps.cardNumberKey, by.card)), now)
  if (cause !== null) return { refusedFor: cause }
  waitForPaid(await paidCodesOf(db, payment.id), by.ignoredCodes)
  const { take } = deps.subject.terms(payment)
  // What was asked to be paid in time is honoured while the bank asks.
  const { price_expires_at: frozen, deadline_at: asked } = payment
  const stands = { ...payment, price_expires_at: asked === null ? frozen : later(frozen, asked) }
  await deps.subject.assertPrice(db, stands, now)
  const evidence = evidenceOf(told, end)
  const nonce = returnNonce(attempt.id)
  await updateAttempt(db, attempt.id, {
    state: 'in_flight',
    ...shownColumns(null),
    authentication: end,
    authentication_id: evidence?.referenceId ?? null,
    return_nonce_hash: hashToken(nonce),
    ask_at: plus(now, leftBehindMs),
  })
  await changeState(db, payment, 'authorising', {
    actor: 'customer',
    now,
    change: { deadline_at: plus(now, callMs(deps.timing)), reason: null },
  })
  const acquirer = acquirerNamed(deps.acquirers, attempt.acquirer)
  const returnUrl = `${deps.publicUrl}/payment/return/${nonce}`
  const sale = { orderKey: attempt.order_key, returnUrl, take }
  return { attemptId: attempt.id, acquirer, request: saleRequest(payment, sale, by, evidence) }
}

/** What the sale carries: nothing where nobody answers for the cardholder. */
function evidenceOf({ evidence }: Authenticated, end: AuthenticationEnd): Authentication | null {
  if (evidence === null) return null
  if (end === 'authenticated' || end === 'attempted') return { ...evidence, dataOnly: false }
  return end === 'data_only' ? { ...evidence, dataOnly: true } : null
}
