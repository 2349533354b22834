import { insertGuestConsent } from '#account/server/consents.ts'
import type { Acquirer, AuthoriseRequest, CardKind, Instrument, Payer } from '#acquirer/acquirer.ts'
import { acquirerFor, acquirerNamed } from '#acquirer/acquirers.ts'
import { hourMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'
import type { Db } from '#db/schema.ts'
import { leftBehindMs } from '../../limits.ts'
import { methodOf, methodRow, type Take } from '../../method.ts'
import { can } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockPaymentAndTries, readTries } from '../reads/toPay.ts'
import { addAttempt, type Payment } from '../store.ts'
import type { CardEntry } from './card/cardEntry.ts'
import { type CardTrier, countTry, refuseTries, triesOf } from './card/cardTries.ts'

/** The committed intent: what to ask which acquirer, and which attempt the answer belongs to. */
export type Intent = {
  attemptId: number
  acquirer: Acquirer
  request: AuthoriseRequest
}

type Deps = Pick<
  PaymentDeps,
  'db' | 'clock' | 'subject' | 'acquirers' | 'publicUrl' | 'timing' | 'cardNumberKey'
>
/** Who pays, and with what. Who is no guest has an account. */
type By = CardTrier & { payer: Payer; card: CardEntry; seenCents: number | null }

/**
 * Records the attempt before anybody is called, so that a crash leaves something to ask about. Answers
 * null when the payment is no longer open (another call was faster). Throws `payment_in_flight` when
 * somebody else is paying the same stay, `too_many_attempts`, `price_changed` where the person saw another amount, and
 * what the subject's `lockPrice` throws.
 */
export async function startAttempt(deps: Deps, payment: Payment, by: By): Promise<Intent | null> {
  try {
    return await transaction(deps.db, async (db) => {
      const intent = await record(db, deps, payment.id, by)
      // An account agreed when it was made.
      if (intent && by.userId === null) await insertGuestConsent(db, payment.id, deps.clock.now())
      return intent
    })
  } catch (error) {
    if (isUniqueViolation(error, 'payment_one_per_stay')) throw fail('payment_in_flight')
    throw error
  }
}

async function record(db: Db, deps: Deps, paymentId: number, by: By): Promise<Intent | null> {
  const now = deps.clock.now()
  const tries = triesOf(deps.cardNumberKey, by.card, by)
  const payment = await lockPaymentAndTries(db, paymentId, tries)
  if (!can('pay', payment.state)) return null
  const { nextId: attemptId, marks, ...attempts } = await readTries(db, paymentId, { tries, now })
  refuseTries(tries, marks, now)
  const n = nextNumber(attempts)
  await deps.subject.lockPrice(db, payment, now)
  // Another tab of the session, or this one a moment ago, has put another price in its place.
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) throw fail('price_changed')
  const nonce = randomToken()
  const acquirer =
    by.card.source === 'saved'
      ? acquirerNamed(deps.acquirers, by.card.acquirer)
      : acquirerFor(deps.acquirers, methodOf(payment.payment_type))
  const orderKey = acquirer.orderKey({ paymentId: payment.id, token: payment.token, n })
  await addAttempt(db, {
    id: attemptId,
    payment_id: payment.id,
    n,
    acquirer: acquirer.name,
    order_key: orderKey,
    amount_cents: payment.amount_cents,
    payment_type: payment.payment_type,
    state: 'in_flight',
    card_brand: by.card.brand,
    card_last_digits: by.card.lastDigits,
    save_card_for: by.card.source === 'typed' ? by.card.saveFor : null,
    return_nonce_hash: hashToken(nonce),
    session_hash: by.sessionHash,
    started_at: now,
    ask_at: plus(now, leftBehindMs),
  })
  await countTry(db, tries, { attemptId, ip: by.ip, now })
  await changeState(db, payment, 'authorising', {
    actor: 'customer',
    now,
    change: {
      deadline_at: plus(now, deps.timing.acquirerTimeoutMs + 1_000),
      reason: null,
      payer: JSON.stringify(by.payer),
    },
  })
  const returnUrl = `${deps.publicUrl}/payment/return/${nonce}`
  const { take } = deps.subject.terms(payment)
  const sale = { orderKey, returnUrl, take }
  return { attemptId, acquirer, request: requestOf(payment, sale, by) }
}

function nextNumber({ tried, counted }: { tried: number; counted: number }): number {
  if (counted >= limits.card_payment.max)
    throw fail('too_many_attempts', { retryAfterSeconds: hourMs / 1000 })
  return tried + 1
}

function requestOf(
  payment: Payment,
  { orderKey, returnUrl, take }: { orderKey: string; returnUrl: string; take: Take },
  by: { payer: Payer; card: CardEntry },
): AuthoriseRequest {
  return {
    orderKey,
    amountCents: payment.amount_cents,
    // Money that is held first is taken when it is known how much.
    capture: take === 'capture',
    instrument: chargedCard(by.card, cardOf(payment)),
    authentication: null,
    payer: by.payer,
    returnUrl,
  }
}

/** Only what is paid by card comes here. */
function cardOf(payment: Payment): CardKind {
  const { name, card } = methodRow(payment.payment_type)
  if (card === null) throw new Error(`${name} is not paid by card`)
  return card
}

function chargedCard(card: CardEntry, kind: CardKind): Instrument {
  const { brand, cvv } = card
  if (card.source === 'saved')
    return { type: 'saved_card', kind, acquirerToken: card.acquirerToken, brand, cvv }
  return {
    type: 'typed_card',
    kind,
    number: card.number,
    cardholder: card.cardholder,
    expiryMonth: card.month,
    expiryYear: card.year,
    cvv,
    brand,
    save: card.saveFor !== null,
  }
}
