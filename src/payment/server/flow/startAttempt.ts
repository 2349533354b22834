import { insertGuestConsent } from '#account/server/consents.ts'
import type { Payer } from '#acquirer/acquirer.ts'
import { acquirerFor, acquirerNamed } from '#acquirer/acquirers.ts'
import { hourMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'
import type { Db } from '#db/schema.ts'
import { authenticationMs, leftBehindMs } from '../../limits.ts'
import { methodOf } from '../../method.ts'
import { can } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockAndReadTries } from '../reads/toPay.ts'
import { addAttempt, type Payment } from '../store.ts'
import type { CardEntry } from './card/cardEntry.ts'
import { cardTry, type CardTrier, countTry, refuseTries, triesOf } from './card/cardTries.ts'
import { type Intent, saleRequest } from './card/saleRequest.ts'

/** How the cardholder is authenticated first; null where the sale goes out at once. */
type Needed = 'challenge' | 'data_only' | null

type Deps = Pick<
  PaymentDeps,
  'db' | 'clock' | 'subject' | 'acquirers' | 'publicUrl' | 'timing' | 'cardNumberKey'
>
/** Nothing was recorded: the card was refused for this before, and is not to be sent now. */
type RefusedBefore = { readonly refusedFor: string }
type Started = Intent | RefusedBefore | 'authenticate' | null

/** Who pays, and with what. Who is no guest has an account. */
export type By = CardTrier & { payer: Payer; card: CardEntry; seenCents: number | null }

/**
 * Records the attempt before anybody is called, so that a crash leaves something to ask about; `authentication`: its
 * cardholder is authenticated in the page before anything is sent. Answers
 * null when the payment is no longer open, or of another method than was checked (another call was faster), or why its
 * card is not sent at all. Throws `payment_in_flight` when
 * somebody else is paying the same stay, `too_many_attempts`, `price_changed` where the person saw another amount, and
 * what the subject's `lockPrice` throws.
 */
export async function startAttempt(
  deps: Deps,
  payment: Payment,
  by: By,
  authentication: Needed = null,
): Promise<Started> {
  try {
    return await transaction(deps.db, async (db) => {
      const intent = await record(db, deps, payment, { by, authentication })
      // An account agreed when it was made.
      const isTried = intent !== null && (intent === 'authenticate' || 'request' in intent)
      if (isTried && by.userId === null) await insertGuestConsent(db, payment.id, deps.clock.now())
      return intent
    })
  } catch (error) {
    if (isUniqueViolation(error, 'payment_one_per_stay')) throw fail('payment_in_flight')
    throw error
  }
}

async function record(
  db: Db,
  deps: Deps,
  checked: Payment,
  { by, authentication }: { by: By; authentication: Needed },
): Promise<Started> {
  const now = deps.clock.now()
  const tries = triesOf(deps.cardNumberKey, by.card, by)
  const card = cardTry(deps.cardNumberKey, by.card)
  const found = await lockAndReadTries(db, checked, { card, tries, now })
  const { payment } = found
  if (!can('pay', payment.state)) return null
  // Changed since it was read: the card, and whether its holder is authenticated, were looked at for another method.
  if (payment.payment_type !== checked.payment_type) return null
  const { nextId: attemptId, marks, ...attempts } = found.tries
  if (attempts.refusedFor !== null) return { refusedFor: attempts.refusedFor }
  refuseTries(tries, marks, now)
  const n = nextNumber(attempts)
  await deps.subject.lockPrice(db, payment, now)
  // Another tab of the session, or this one a moment ago, has put another price in its place.
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) throw fail('price_changed')
  const of = { by, id: attemptId, n, authentication, now }
  const { orderKey, acquirer, nonce } = await insertAttempt(db, deps, payment, of)
  await countTry(db, tries, { attemptId, ip: by.ip, now })
  const waitMs = authentication === null ? deps.timing.acquirerTimeoutMs + 1_000 : authenticationMs
  await changeState(db, payment, authentication === null ? 'authorising' : 'awaiting_cardholder', {
    actor: 'customer',
    now,
    change: {
      deadline_at: plus(now, waitMs),
      reason: null,
      payer: JSON.stringify(by.payer),
    },
  })
  if (authentication !== null) return 'authenticate'
  const returnUrl = `${deps.publicUrl}/payment/return/${nonce}`
  const { take } = deps.subject.terms(payment)
  const sale = { orderKey, returnUrl, take }
  return { attemptId, acquirer, request: saleRequest(payment, sale, by, null) }
}

async function insertAttempt(
  db: Db,
  deps: Deps,
  payment: Payment,
  { by, id, n, authentication, now }: { by: By; id: number; n: number; authentication: Needed; now: Date },
) {
  const nonce = randomToken()
  const acquirer =
    by.card.source === 'saved'
      ? acquirerNamed(deps.acquirers, by.card.acquirer)
      : acquirerFor(deps.acquirers, methodOf(payment.payment_type))
  const orderKey = acquirer.orderKey({ paymentId: payment.id, token: payment.token, n })
  await addAttempt(db, {
    id,
    payment_id: payment.id,
    n,
    acquirer: acquirer.name,
    order_key: orderKey,
    amount_cents: payment.amount_cents,
    payment_type: payment.payment_type,
    state: authentication === null ? 'in_flight' : 'authenticating',
    card_brand: by.card.brand,
    card_last_digits: by.card.lastDigits,
    save_card_for: by.card.source === 'typed' ? by.card.saveFor : null,
    return_nonce_hash: hashToken(nonce),
    session_hash: by.sessionHash,
    started_at: now,
    // Nothing is sent while the cardholder is authenticated, so there is nothing to ask about.
    ask_at: authentication === null ? plus(now, leftBehindMs) : null,
    ...(authentication && { shown: JSON.stringify({ type: 'authenticate', data: { as: authentication } }) }),
  })
  return { orderKey, acquirer, nonce }
}

function nextNumber({ tried, counted }: { tried: number; counted: number }): number {
  if (counted >= limits.card_payment.max)
    throw fail('too_many_attempts', { retryAfterSeconds: hourMs / 1000 })
  return tried + 1
}
