import { acquirerFor, authenticatorOf } from '#acquirer/acquirers.ts'
import type { Db } from '#db/schema.ts'
import { hasAttemptHit } from '#session/server/limits/hits.ts'
import { authenticationOf } from '../../method/authenticationEnds.ts'
import { methodRow } from '../../method/method.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { type Attempt, lastAttempt } from '../../server/attempt/attempts.ts'
import type { Payment } from '../../server/store.ts'
import { type CardEntry, cardTry } from '../../server/attempt/cardTries.ts'

export async function openAuthentication(db: Db, payment: Payment): Promise<Attempt | null> {
  if (payment.state !== 'awaiting_cardholder') return null
  const attempt = await lastAttempt(db, payment.id)
  return attempt?.state === 'authenticating' ? attempt : null
}

/** Null where the sale is sent at once. */
export async function neededAuthentication(deps: PaymentDeps, payment: Payment, card: CardEntry) {
  const { card: kind } = methodRow(payment.payment_type)
  if (card.type === 'saved_card' || kind === null) return null
  const authenticator = authenticatorOf(deps.acquirers, acquirerFor(deps.acquirers, kind).name)
  if (!authenticator?.brands.includes(card.brand)) return null
  return authenticationOf({ kind, amountCents: payment.amount_cents }, await deps.paymentSettings())
}

export async function isSameCard({ db, cardNumberKey }: PaymentDeps, attempt: Attempt, card: CardEntry) {
  if (attempt.card_brand !== card.brand || attempt.card_last_digits !== card.lastDigits) return false
  return hasAttemptHit(db, attempt.id, cardTry(cardNumberKey, card))
}
