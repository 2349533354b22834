import * as z from 'zod/mini'
import type { Approval, AuthoriseOutcome } from '../../acquirer.ts'
import { apiErrorCause, refusalCause } from '../../refusals.ts'
import type { CieloAnswer, NoAnswer } from './client.ts'

const text = z.nullish(z.string())
const cents = z.nullish(z.number())
const card = z.nullish(z.looseObject({ CardNumber: text, Brand: text, CardToken: text }))

/** The parts of Cielo's `Payment` that we read; new fields may appear at any time (acquirer.md 1.3). */
const sale = z.looseObject({
  Payment: z.looseObject({
    PaymentId: z.string(),
    Status: z.number(),
    Amount: cents,
    CapturedAmount: cents,
    VoidedAmount: cents,
    ReturnCode: text,
    ProofOfSale: text,
    AuthorizationCode: text,
    AuthenticationUrl: text,
    CreditCard: card,
    DebitCard: card,
  }),
})
type Payment = z.output<typeof sale>['Payment']

const errorList = z.array(z.looseObject({ Code: z.number() }))

/** What an answer to a sale or a query means. Decided by Status first: codes 4 and 6 also mean approved. */
export function readSale(answer: CieloAnswer | NoAnswer): AuthoriseOutcome {
  if (answer.status === null) return unknown(null, answer.detail)
  const parsed = sale.safeParse(answer.body)
  if (parsed.success && answer.status < 300) return readPayment(parsed.data.Payment)
  if (answer.status >= 500 || answer.status < 400) return unknown(null, `HTTP ${answer.status} without a sale`)
  const errors = errorList.safeParse(answer.body)
  const code = errors.success ? errors.data[0]?.Code : undefined
  const cause = code === undefined ? 'merchant' : apiErrorCause(code)
  return { outcome: 'refused', reference: null, returnCode: code === undefined ? null : String(code), cause }
}

function readPayment(payment: Payment): AuthoriseOutcome {
  switch (payment.Status) {
    case 1:
      return approval(payment, { captured: 0, voided: 0 })
    case 2:
      return approval(payment, { captured: payment.CapturedAmount ?? payment.Amount ?? 0, voided: payment.VoidedAmount ?? 0 })
    case 10:
    case 11:
      return approval(payment, {
        captured: payment.CapturedAmount ?? 0,
        voided: payment.VoidedAmount ?? payment.Amount ?? 0,
      })
    case 3:
    case 13:
      return refusal(payment)
    case 0:
      return payment.AuthenticationUrl
        ? { outcome: 'challenge', reference: payment.PaymentId, url: payment.AuthenticationUrl }
        : unknown(payment.PaymentId, `status 0, code ${payment.ReturnCode ?? '?'}`)
    default:
      return unknown(payment.PaymentId, `status ${payment.Status}`)
  }
}

function approval(payment: Payment, money: { captured: number; voided: number }): Approval {
  const used = payment.CreditCard ?? payment.DebitCard
  return {
    outcome: 'approved',
    reference: payment.PaymentId,
    amountCents: payment.Amount ?? 0,
    capturedCents: money.captured,
    voidedCents: money.voided,
    nsu: payment.ProofOfSale ?? null,
    authorisationCode: payment.AuthorizationCode ?? null,
    returnCode: payment.ReturnCode ?? null,
    brand: used?.Brand ?? null,
    lastDigits: used?.CardNumber?.slice(-4) ?? null,
    cardToken: used?.CardToken ?? null,
  }
}

function refusal(payment: Payment): AuthoriseOutcome {
  const brand = (payment.CreditCard ?? payment.DebitCard)?.Brand ?? null
  const returnCode = payment.ReturnCode ?? null
  return { outcome: 'refused', reference: payment.PaymentId, returnCode, cause: refusalCause(brand, returnCode) }
}

export function unknown(reference: string | null, detail: string): AuthoriseOutcome {
  return { outcome: 'unknown', reference, detail }
}
