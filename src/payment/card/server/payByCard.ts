import type { PayInput, AttemptCaller } from '../../server/attempt/startAttempt.ts'
import { recogniseBrand } from '#acquirer/recogniseBrand.ts'
import { refusalCauseRow, refusalCauses } from '#acquirer/causes.ts'
import { forgetUnusableCard } from '#card/server/flow/forgetCard.ts'
import { openSavedCard } from '#card/server/flow/openSavedCard.ts'
import { fail, invalid } from '#kit/fail.ts'
import { secondsUntilBelowLimit, archiveAttemptHits } from '#session/server/limits/hits.ts'
import { admitOrChallenge } from '#session/server/limits/admit.ts'
import { authenticationOutcomes } from '../../method/authenticationOutcomes.ts'
import { cardTexts, isExpired, parseExpiry } from '../../method/cardChecks.ts'
import type { PayOutcome } from '../../contract.ts'
import { isOffered } from '../../method/captureTerms.ts'
import { methodChangedText, methodByNumber, methodRow } from '../../method/method.ts'
import { can } from '../../paymentState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { payerOf, type Payment } from '../../server/store.ts'
import {
  readPreflight,
  isStayTaken,
  readAttemptContext,
  type RefusedCard,
} from '../../server/attempt/preflight.ts'
import { payOutcome } from '../../server/view.ts'
import { waitForOutcome } from '../../server/flow/readPayment.ts'
import { settle } from '../../server/settle/settle.ts'
import { isForeign } from '../../server/bearer.ts'
import {
  type CardEntry,
  type TypedCardEntry,
  cardLimitKey,
  secondsUntilAllowed,
  cardLimitKeys,
} from '../../server/attempt/cardLimits.ts'
import { shouldForgetCard } from '../../server/attempt/refusedCards.ts'
import {
  endAuthentication,
  isSameCard,
  readAuthenticationMode,
  findOpenAuthentication,
} from '../../authentication/server/openAuthentication.ts'
import { type AuthenticationReport, finishAuthentication } from './finishAuthentication.ts'
import type { PreparedSale } from '../../server/attempt/saleRequest.ts'
import { decideAuthentication, decidePay } from '../payDecision.ts'
import { startCardAttempt } from './startCardAttempt.ts'
import { recheckStayCodes } from '../../pix/server/recheckStayCodes.ts'
import { limits } from '#session/limits.ts'
import { countedAttempts } from '../../server/attempt/attempts.ts'

type TypedEntry = {
  source: 'typed'
  number: string
  cardholder: string
  expiration: string
  cvv: string | null
  save: boolean
  /** Null where the caller names none. */
  seenType: number | null
}

export type PayRequest = PayInput & {
  card: TypedEntry | { source: 'saved'; token: string; cvv: string | null }
  /** Null in the first call. */
  authenticated: AuthenticationReport | null
}

/**
 * Pays by card (docs/payment.md#pay). Throws `not_found`, `method_closed`, `not_configured`, `payer_missing`,
 * 422 for card fields, and the errors of `checkRateLimit` and `startAttempt`.
 */
export async function payByCard(deps: PaymentDeps, request: PayRequest): Promise<PayOutcome> {
  const from = { address: request.by.ip, now: deps.clock.now() }
  const preflight = await readPreflight(deps.db, request.token, from)
  const { payment, codes } = preflight
  if (isForeign(payment, request)) throw fail('not_found')
  const open = await findOpenAuthentication(deps.db, payment)
  switch (decidePay(await readPayFacts(deps, request, payment, open !== null))) {
    case 'wait':
      return waitForOutcome(deps, payment)
    case 'method_changed':
      throw invalid({ payment_type: [methodChangedText(payment.payment_type)] })
    case 'not_by_card':
      throw invalid({ isNewCard: ['Altere a forma de pagamento para pagar com cartão.'] })
    case 'method_closed':
      throw fail('method_closed')
    case 'begin':
      await deps.assertConfigured()
      break
    case 'continue':
  }
  const card = await resolveCard(deps, request, payment)
  const { sessionHash, userId, seenCents, authenticated } = request
  // docs/decisions/0021-what-guests-type.md
  const typed = await request.payerOf(payment.ticket_code)
  const payer = typed ?? (open && authenticated ? payerOf(payment) : null)
  if (!payer) throw fail('payer_missing')
  const by = { sessionHash, userId, ip: request.by.ip, payer, card, seenCents }
  const isSame = open !== null && authenticated === null && (await isSameCard(deps, open, card))
  const authentication = decideAuthentication(open, authenticated, isSame)
  switch (authentication.step) {
    case 'answer_open':
      return payOutcome(deps, payment)
    case 'answer_ended':
      return answerEndedAuthentication(deps, payment)
    case 'finish': {
      const { report } = authentication
      const ignoredCodes = await recheckStayCodes(deps, codes, async () => report.result === 'failure')
      const sale = await finishAuthentication(deps, authentication.open, { ...by, ignoredCodes }, report)
      return charge(deps, request, { payment, sale })
    }
    case 'replace':
      await endAuthentication(deps, authentication.open.id, { end: 'left', actor: 'customer', to: 'created' })
      break
    case 'begin':
  }
  return beginSale(deps, request, preflight, by)
}

type Preflight = Awaited<ReturnType<typeof readPreflight>>
type CallerWithCard = AttemptCaller & { card: CardEntry }

async function beginSale(deps: PaymentDeps, request: PayRequest, preflight: Preflight, by: CallerWithCard) {
  const { payment, refused, codes, hits } = preflight
  const { card } = by
  const final = finalRefusal(refused, card)
  if (final !== null) return withReason(await payOutcome(deps, payment), final)

  await admitOrChallenge(secondsUntilBelowLimit('card_address', hits, deps.clock.now()), request.by)
  const needed = await readAuthenticationMode(deps, payment, card)
  const ignoredCodes = await recheckStayCodes(deps, codes, () => wouldBeRefused(deps, payment, by))
  const sale = await startCardAttempt(deps, payment, { ...by, ignoredCodes }, needed)
  if (sale !== null && 'refusalCause' in sale) {
    const { text } = refusalCauseRow(sale.refusalCause) ?? refusalCauses.generic
    return withReason(await payOutcome(deps, payment), text)
  }
  return charge(deps, request, { payment, sale })
}

async function readPayFacts(deps: PaymentDeps, { card }: PayRequest, payment: Payment, hasOpen: boolean) {
  const { payment_type: type, state } = payment
  const seenType = card.source === 'typed' ? card.seenType : null
  return {
    hasOpen,
    canPay: can('pay', state),
    isMethodChanged: seenType !== null && seenType !== type,
    isByCard: methodRow(type).card !== null,
    isOffered: isOffered(methodByNumber(type), await deps.methods(), payment),
  }
}

type Charge = { payment: Payment; sale: PreparedSale | null }

async function charge(deps: PaymentDeps, request: PayRequest, { payment, sale }: Charge) {
  if (!sale) return waitForOutcome(deps, payment)

  const outcome = await sale.acquirer.authorise(sale.request)

  await settle(deps, sale.attemptId, outcome, { actor: 'acquirer' })
  // The archived hits still identify the card.
  if (outcome.outcome === 'unknown') await archiveAttemptHits(deps.db, sale.attemptId, 'card_number')
  if (request.card.source === 'saved' && outcome.outcome === 'refused' && shouldForgetCard(outcome))
    await forgetUnusableCard(deps, request.card.token)
  return payOutcome(deps, payment)
}

function withReason(outcome: PayOutcome, reason: string): PayOutcome {
  return { ...outcome, reason, transaction: { ...outcome.transaction, reason } }
}

async function answerEndedAuthentication(deps: PaymentDeps, payment: Payment): Promise<PayOutcome> {
  const outcome = await waitForOutcome(deps, payment)
  return outcome.ok || outcome.reason !== null
    ? outcome
    : withReason(outcome, authenticationOutcomes.left.text)
}

async function resolveCard(deps: PaymentDeps, request: PayRequest, payment: Payment): Promise<CardEntry> {
  const { card, userId } = request
  if (card.source === 'typed') {
    const saveFor = card.save && methodRow(payment.payment_type).maySave ? userId : null
    return { ...validateTypedCard(card, payment, deps.clock.now()), saveFor }
  }
  const opened = userId === null ? null : await openSavedCard(deps.db, deps.cardKeys, userId, card.token)
  if (!opened) throw invalid({ payMethod_token: ['Este cartão salvo não existe mais. Escolha outro.'] })
  if (opened.paymentType !== payment.payment_type) {
    throw invalid({
      payMethod_token: [
        `Este cartão salvo é de ${methodRow(opened.paymentType).inSentence}. Altere a forma de pagamento.`,
      ],
    })
  }
  return { type: 'saved_card', ...opened, cvv: card.cvv }
}

function validateTypedCard(card: TypedEntry, payment: Payment, now: Date): Omit<TypedCardEntry, 'saveFor'> {
  const expiry = parseExpiry(card.expiration)
  if (!expiry) throw invalid({ cardExpiration: [cardTexts.expiry] })
  if (isExpired(expiry, now, payment.time_zone)) throw invalid({ cardExpiration: [cardTexts.expired] })
  const brand = recogniseBrand(card.number)
  if (!brand) throw invalid({ cardNumber: [cardTexts.number] })
  const { number, cardholder, cvv } = card
  const { month: expiryMonth, year: expiryYear } = expiry
  const lastDigits = number.slice(-4)
  return { type: 'typed_card', brand, lastDigits, number, cardholder, expiryMonth, expiryYear, cvv }
}

/** Whether `startAttempt` would refuse this card, so that no bank is queried in vain. */
async function wouldBeRefused(deps: PaymentDeps, payment: Payment, by: CallerWithCard) {
  if (by.seenCents !== null && by.seenCents !== payment.amount_cents) return true
  const now = deps.clock.now()
  const limitKeys = cardLimitKeys(deps.cardNumberKey, by.card, by)
  const card = cardLimitKey(deps.cardNumberKey, by.card)
  if (await isStayTaken(deps.db, payment)) return true
  const context = await readAttemptContext(deps.db, { card, limitKeys, now })
  if (context.refusalCause !== null) return true
  if (secondsUntilAllowed(limitKeys, context.hits, now) !== null) return true
  return (await countedAttempts(deps.db, payment)) >= limits.card_payment.max
}

/** The text of a refusal that forbids this card for the rest of the payment; brands charge for retries. */
function finalRefusal(refused: readonly RefusedCard[], card: { brand: string; lastDigits: string }) {
  const same = refused.filter(({ brand, digits }) => brand === card.brand && digits === card.lastDigits)
  const rows = same.map(({ cause }) => (cause === null ? null : refusalCauseRow(cause)))
  return rows.find((row) => row?.mayTryAgain === false)?.text ?? null
}
