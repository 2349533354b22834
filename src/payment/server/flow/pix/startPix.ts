import { insertGuestConsent } from '#account/server/consents.ts'
import type { Acquirer, AuthoriseRequest, Payer } from '#acquirer/acquirer.ts'
import { acquirerFor } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import { hourMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { isUniqueViolation, transaction } from '#kit/server/db/transaction.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'
import { limits } from '#session/limits.ts'
import { addMarks, type Counted, secondsToWait } from '#session/server/limits/marks.ts'
import { leftBehindMs } from '../../../limits.ts'
import { methodRow } from '../../../method.ts'
import { can } from '../../../paymentState.ts'
import { changeState } from '../../changeState.ts'
import type { PaymentDeps } from '../../deps.ts'
import { lockPaymentAndTries } from '../../reads/toPay.ts'
import { attemptsOf, type Payment } from '../../store.ts'
import { type CardTrier, personOf } from '../card/cardTries.ts'

/** The committed intent: what to ask which bank, and which attempt the answer belongs to. */
type Intent = { attemptId: number; acquirer: Acquirer; request: AuthoriseRequest }

type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'subject' | 'acquirers' | 'publicUrl' | 'timing'>
type By = CardTrier & { payer: Payer; seenCents: number | null }

/**
 * Records the attempt before the bank is called, so that a crash leaves something to ask about. Answers null when the
 * payment is no longer open, or no longer a Pix (another call was faster). Throws `payment_in_flight` while somebody else's money is sent
 * for, `too_many_attempts` after so many codes of the payment or the person, `price_changed` where the person saw another amount, and what the
 * subject's `lockPrice` throws.
 */
export async function startPix(deps: Deps, payment: Payment, by: By): Promise<Intent | null> {
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
  const person = { limit: 'pix_person', key: personOf(by).key } as const
  const payment = await lockPaymentAndTries(db, paymentId, [person])
  if (!can('pay', payment.state)) return null
  // Changed to a card since it was read.
  if (methodRow(payment.payment_type).instrument !== 'pix') return null
  const n = await nextNumber(db, payment, person, now)
  await deps.subject.lockPrice(db, payment, now)
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) throw fail('price_changed')
  const nonce = randomToken()
  const acquirer = acquirerFor(deps.acquirers, 'pix')
  const attempt = await db
    .insertInto('attempt')
    .values({
      payment_id: payment.id,
      n,
      acquirer: acquirer.name,
      order_key: acquirer.orderKey({ paymentId: payment.id, token: payment.token, n }),
      amount_cents: payment.amount_cents,
      payment_type: payment.payment_type,
      state: 'in_flight',
      return_nonce_hash: hashToken(nonce),
      session_hash: by.sessionHash,
      started_at: now,
      ask_at: plus(now, leftBehindMs),
    })
    .returning(['id', 'order_key'])
    .executeTakeFirstOrThrow()
  // Taken back when it is paid.
  await addMarks(db, [person, { limit: 'pix_address', key: by.ip }], now, attempt.id)
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
  const sale = { orderKey: attempt.order_key, amountCents: payment.amount_cents, payer: by.payer, returnUrl }
  return { attemptId: attempt.id, acquirer, request: requestOf(sale) }
}

function requestOf(
  sale: Pick<AuthoriseRequest, 'orderKey' | 'amountCents' | 'payer' | 'returnUrl'>,
): AuthoriseRequest {
  return { ...sale, capture: true, instrument: { type: 'pix' }, authentication: null }
}

/** The number of the next code, where neither the payment nor the person has had too many. */
async function nextNumber(db: Db, payment: Payment, person: Counted, now: Date): Promise<number> {
  const { all, counted } = await attemptsOf(db, payment)
  if (counted >= limits.card_payment.max)
    throw fail('too_many_attempts', { retryAfterSeconds: hourMs / 1000 })
  const retryAfterSeconds = await secondsToWait(db, person, now)
  if (retryAfterSeconds !== null) throw fail('too_many_attempts', { retryAfterSeconds })
  return all + 1
}
