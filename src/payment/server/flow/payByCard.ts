import type { Payer } from '#acquirer/acquirer.ts'
import { cardBrand } from '#acquirer/brand.ts'
import { fail, invalid } from '#kit/fail.ts'
import { cardTexts, isExpired, parseExpiry } from '../../cardFields.ts'
import type { PayOutcome } from '../../contract.ts'
import { can } from '../../paymentState.ts'
import type { PaymentDeps } from '../deps.ts'
import { findPayment, type Payment, paymentById } from '../store.ts'
import { payOutcome } from '../view.ts'
import { settle } from '../settle/settle.ts'
import { type CardEntry, startAttempt } from './startAttempt.ts'
import { firstOutcome } from './firstOutcome.ts'

export type PayRequest = {
  token: string
  sessionHash: string
  /** Null when the guest has not filled in data and address. */
  payer: Payer | null
  card: { number: string; holder: string; expiration: string; cvv: string | null }
}

/**
 * Pays with a typed card (behaviour.md section 5). Every business outcome is an answer with ok true or
 * false; a call that finds another in flight waits for that one's outcome, at most 5 s.
 * Throws `not_found`, `payer_missing`, 422 card fields, and what `startAttempt` throws.
 */
export async function payByCard(deps: PaymentDeps, request: PayRequest): Promise<PayOutcome> {
  const payment = await findPayment(deps.db, request.token)
  if (!payment) throw fail('not_found')
  if (!can('pay', payment.state)) return firstOutcome(deps, payment)

  const card = checkedCard(request.card, payment, deps.clock.now())
  if (!request.payer) throw fail('payer_missing')

  const intent = await startAttempt(deps, payment, { ...request, payer: request.payer, card })
  if (!intent) return firstOutcome(deps, payment)

  const outcome = await deps.acquirer.authorise(intent.request)

  await settle(deps, intent.attemptId, outcome, 'acquirer')
  return payOutcome(deps.db, await paymentById(deps.db, payment.id), deps.clock.now())
}

function checkedCard(card: PayRequest['card'], payment: Payment, now: Date): CardEntry {
  const expiry = parseExpiry(card.expiration)
  if (!expiry) throw invalid({ cardExpiration: [cardTexts.expiry] })
  if (isExpired(expiry, now, payment.time_zone)) throw invalid({ cardExpiration: [cardTexts.expired] })
  if (!cardBrand(card.number)) throw invalid({ cardNumber: [cardTexts.number] })
  return { number: card.number, holder: card.holder, ...expiry, cvv: card.cvv }
}
