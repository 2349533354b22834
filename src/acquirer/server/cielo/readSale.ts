import { refused, unknownOutcome } from '../outcomes.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import type { Approval, AuthoriseOutcome, Refusal, Unknown } from '../../acquirer.ts'
import type { CieloSettings } from './client.ts'
import type { HttpAnswer } from '../httpClient.ts'
import { apiErrorCause, refusalCause, statusZeroCause } from './codes/refusals.ts'
import { adjustCauseToRetry, retryRule } from './codes/retries.ts'
import { eventsOf, isTrue } from './queries/events.ts'
import { type Card, errorAnswer, type Payment, saleAnswer } from './wire.ts'

/** How long a cardholder may stay on the bank's page; Cielo sends no expiry and ends no challenge itself. */
const challengeMs = 15 * minuteMs

export function readSale({ clock }: Pick<CieloSettings, 'clock'>, answer: HttpAnswer): AuthoriseOutcome {
  if (answer.status === null) return unknownOutcome(null, answer.detail)
  const sale = answer.status < 300 ? saleAnswer.safeParse(answer.body) : null
  if (sale?.success) return readPayment(sale.data.Payment, addMs(clock.now(), challengeMs))
  return refusalOf(answer) ?? unknownOutcome(null, `HTTP ${answer.status} without a sale`)
}

/** After these errors a sale may exist: an internal error, and a repeated order number. */
const inconclusiveErrors = [0, 302]

/** Null without a definite refusal. */
export function refusalOf(answer: HttpAnswer): Refusal | null {
  if (answer.status === 401 || answer.status === 403) return refused(null, String(answer.status), 'setup')
  const errors = answer.status === 400 ? errorAnswer.safeParse(answer.body) : null
  if (!errors?.success || errors.data.some(({ Code }) => inconclusiveErrors.includes(Code))) return null
  const [first] = errors.data
  return first ? refused(null, String(first.Code), apiErrorCause(first.Code)) : null
}

/** Status decides first: the codes 4 and 6 of an approval are also issuers' refusals. */
function readPayment(payment: Payment, expiresAt: Date): AuthoriseOutcome {
  const { PaymentId: reference, AuthenticationUrl: url } = payment
  const code = payment.ReturnCode ?? payment.ProviderReturnCode ?? null
  switch (payment.Status) {
    case 1:
    case 2:
    case 10:
    case 11:
      return approval(payment)
    case 3:
    case 13:
      return refusalWithRetry(payment, code, refusalCause(cardOf(payment)?.Brand ?? null, code))
    case 0:
      if (!url) return readStatusZero(payment, code)
      return { outcome: 'pending', reference, nextAction: { type: 'url', url }, expiresAt }
    default:
      return unknownOutcome(reference, `status ${payment.Status}`)
  }
}

/** Status 0 is mostly a failure, but at times a captured sale: the code decides. */
function readStatusZero(payment: Payment, code: string | null): Refusal | Unknown {
  const cause = statusZeroCause(code, payment.ReasonCode ?? null)
  return cause === null
    ? unknownOutcome(payment.PaymentId, `status 0, code ${code ?? 'none'}`)
    : refusalWithRetry(payment, code ?? payment.ReasonCode ?? null, cause)
}

function refusalWithRetry(payment: Payment, returnCode: string | null, cause: Refusal['cause']): Refusal {
  const { PaymentId: reference, MerchantAdviceCode: advice = null } = payment
  const brand = cardOf(payment)?.Brand || null
  const codes = { brand, code: returnCode, advice }
  const retry = retryRule(codes)
  return { ...refused(reference, returnCode, adjustCauseToRetry(cause, retry, codes)), retry }
}

function approval(payment: Payment): Approval | Unknown {
  const { PaymentId: reference, Amount: amountCents } = payment
  if (typeof amountCents !== 'number') return unknownOutcome(reference, 'sale without an amount')
  const used = cardOf(payment)
  return {
    outcome: 'approved',
    reference,
    amountCents,
    ...amountsOf(payment, amountCents),
    nsu: payment.ProofOfSale ?? null,
    endToEndId: null,
    authorisationCode: payment.AuthorizationCode ?? null,
    returnCode: payment.ReturnCode ?? null,
    eci: payment.Eci ?? null,
    brand: used?.Brand || null,
    lastDigits: used?.CardNumber?.slice(-4) ?? null,
    cardToken: isTrue(used?.SaveCard) ? (used?.CardToken ?? null) : null,
    ...eventsOf(payment),
  }
}

/** Status 10 without CapturedAmount is a released authorisation; 11 is always a refund. */
function amountsOf(payment: Payment, amountCents: number) {
  const { Status: status, CapturedAmount: captured, VoidedAmount: voided } = payment
  if (status === 1) return { capturedCents: 0, voidedCents: 0 }
  if (status === 2) {
    // Cielo may omit the amount of a partial refund.
    const untold = {
      ...(typeof voided === 'number' ? {} : { isVoidAmountMissing: true }),
      ...(typeof captured === 'number' ? {} : { isCaptureAmountMissing: true }),
    }
    return { capturedCents: captured ?? amountCents, voidedCents: voided ?? 0, ...untold }
  }
  const capturedCents = captured ?? (status === 11 ? amountCents : 0)
  return { capturedCents, voidedCents: voided ?? (capturedCents > 0 ? capturedCents : amountCents) }
}

function cardOf(payment: Payment): Card {
  return payment.CreditCard ?? payment.DebitCard
}
