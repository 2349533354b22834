import { acquirerFor, acquirerNamed } from '#acquirer/acquirers.ts'
import { methodOf } from '../../method/method.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { Payment } from '../../server/store.ts'
import { type By, type AuthenticationMode, startAttempt } from '../../server/attempt/startAttempt.ts'
import { type CardEntry, cardTry, triesOf } from '../../server/attempt/cardTries.ts'
import { saleRequest } from '../../server/attempt/saleRequest.ts'

export type ByCard = By & { card: CardEntry; ignoredCodes: readonly number[] }

export async function startCard(
  deps: PaymentDeps,
  payment: Payment,
  by: ByCard,
  authentication: AuthenticationMode,
) {
  const { card } = by
  const acquirer =
    card.type === 'saved_card'
      ? acquirerNamed(deps.acquirers, card.acquirer)
      : acquirerFor(deps.acquirers, methodOf(payment.payment_type))
  const started = await startAttempt(deps, payment, by, {
    acquirer,
    card: cardTry(deps.cardNumberKey, card),
    tries: triesOf(deps.cardNumberKey, card, by),
    address: 'card_address',
    authentication,
    ignoredCodes: by.ignoredCodes,
    kept: {
      card_brand: card.brand,
      card_last_digits: card.lastDigits,
      save_card_for: card.type === 'typed_card' ? card.saveFor : null,
    },
  })
  if (started === null || 'refusedFor' in started) return started
  if (authentication !== null) return 'authenticate'
  const { take } = deps.subject.terms(started.payment)
  const request = saleRequest(started.payment, { ...started, take }, by, null)
  return { attemptId: started.attemptId, acquirer, request }
}
