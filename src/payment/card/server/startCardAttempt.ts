import { acquirerForMethod, acquirerByName } from '#acquirer/acquirers.ts'
import { methodByNumber } from '../../method/method.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { Payment } from '../../server/store.ts'
import {
  type AttemptCaller,
  type AuthenticationMode,
  startAttempt,
} from '../../server/attempt/startAttempt.ts'
import { type CardEntry, cardLimitKey, cardLimitKeys } from '../../server/attempt/cardLimits.ts'
import { saleRequest } from '../../server/attempt/saleRequest.ts'

export type CardAttemptCaller = AttemptCaller & { card: CardEntry; ignoredCodes: readonly number[] }

/** The sale to send; null where the page authenticates or another call was first. */
export async function startCardAttempt(
  deps: PaymentDeps,
  payment: Payment,
  by: CardAttemptCaller,
  authentication: AuthenticationMode,
) {
  const { card } = by
  const acquirer =
    card.type === 'saved_card'
      ? acquirerByName(deps.acquirers, card.acquirer)
      : acquirerForMethod(deps.acquirers, methodByNumber(payment.payment_type))
  const started = await startAttempt(deps, payment, by, {
    acquirer,
    card: cardLimitKey(deps.cardNumberKey, card),
    limitKeys: cardLimitKeys(deps.cardNumberKey, card, by),
    addressLimit: 'card_address',
    authentication,
    ignoredCodes: by.ignoredCodes,
    cardColumns: {
      card_brand: card.brand,
      card_last_digits: card.lastDigits,
      save_card_for: card.type === 'typed_card' ? card.saveFor : null,
    },
  })
  if (started === null || 'refusalCause' in started) return started
  if (authentication !== null) return null
  const { captureMode } = deps.subject.captureTerms(started.payment)
  const request = saleRequest(started.payment, { ...started, take: captureMode }, by, null)
  return { attemptId: started.attemptId, acquirer, request }
}
