import * as z from 'zod/mini'
import { minuteMs, addMs } from '#kit/clock.ts'
import type { Approval, AuthoriseOutcome } from '../../../acquirer.ts'
import { usableBrCode } from '../../../brCode.ts'
import { nullIfInvalid, textOrNumber, numberOrDigits } from '../../lenientFields.ts'
import type { HttpAnswer } from '../../httpClient.ts'
import { refusedAsEnded, unknownOutcome } from '../../outcomes.ts'
import { noCardFields } from '../../pixSales.ts'
import type { CieloClient } from '../queries/queryHost.ts'

const cents = z.nullish(numberOrDigits)

/** Cielo spells the id in two ways (src/acquirer/server/cielo/README.md#15-pix). */
const pixAnswer = z.object({
  MerchantOrderId: textOrNumber,
  Payment: z.object({
    PaymentId: z.nullish(z.string()),
    Paymentid: z.nullish(z.string()),
    Type: z.string().check(z.regex(/^pix$/i)),
    Status: numberOrDigits,
    Amount: numberOrDigits,
    CapturedAmount: cents,
    VoidedAmount: cents,
    ReturnCode: textOrNumber,
    QrCodeString: nullIfInvalid(z.string().check(z.maxLength(1000))),
    ReceivedDate: textOrNumber,
    EndToEndId: nullIfInvalid(z.string().check(z.regex(/^[a-zA-Z0-9]{1,64}$/))),
  }),
})
type PixPayment = z.output<typeof pixAnswer>['Payment']

export type CieloPixSettings = CieloClient & { readonly expiryS: number }

const expiryGraceMs = minuteMs

type PixSaleReading = { readonly outcome: AuthoriseOutcome; readonly isRefundPending: boolean }

/** Amounts decide before the status, because 12 has two meanings. The expiry starts at `askedAt`. */
export function readPixSale(settings: CieloPixSettings, answer: HttpAnswer, askedAt?: Date): PixSaleReading {
  const nothing = (outcome: AuthoriseOutcome): PixSaleReading => ({ outcome, isRefundPending: false })
  if (answer.status === null) return nothing(unknownOutcome(null, answer.detail))
  const read = answer.status < 300 ? pixAnswer.safeParse(answer.body) : null
  if (!read?.success) return nothing(unknownOutcome(null, `HTTP ${answer.status} without a Pix`))
  const { Payment: payment } = read.data
  const reference = payment.PaymentId ?? payment.Paymentid ?? null
  if (reference === null) return nothing(unknownOutcome(null, 'a Pix without an id'))
  if (isPaid(payment))
    return { outcome: approval(payment, reference), isRefundPending: payment.Status === 12 }
  return nothing(readUnpaid(settings, payment, { reference, askedAt }))
}

function isPaid({ Status: status, EndToEndId: id, CapturedAmount: captured }: PixPayment): boolean {
  return status === 2 || status === 11 || Boolean(id) || (captured ?? 0) > 0
}

function approval(payment: PixPayment, reference: string): Approval {
  const capturedCents = payment.CapturedAmount ?? payment.Amount
  const { Status: status, VoidedAmount: voided } = payment
  return {
    outcome: 'approved',
    reference,
    amountCents: payment.Amount,
    capturedCents,
    voidedCents: voided ?? (status === 11 ? capturedCents : 0),
    // Cielo may omit the amount of a partial refund.
    ...(status === 2 && typeof voided !== 'number' ? { isVoidAmountMissing: true } : {}),
    ...noCardFields,
    endToEndId: payment.EndToEndId ?? null,
    returnCode: payment.ReturnCode ?? null,
  }
}

function readUnpaid(
  settings: CieloPixSettings,
  payment: PixPayment,
  { reference, askedAt }: { reference: string; askedAt: Date | undefined },
): AuthoriseOutcome {
  const { Status: status, QrCodeString: code, ReceivedDate: received } = payment
  if (status === 3 || status === 10 || status === 13) return refusedAsEnded(reference, String(status))
  if (status !== 12) return unknownOutcome(reference, `status ${status}`)
  const now = settings.clock.now()
  const until = addMs(askedAt ?? parseReceivedDate(received ?? null) ?? now, settings.expiryS * 1000)
  if (now > addMs(until, expiryGraceMs)) return refusedAsEnded(reference, 'EXPIRADA')
  const text = usableBrCode(code, { amountCents: payment.Amount })
  if (text === null) return unknownOutcome(reference, 'a Pix without a code')
  return { outcome: 'pending', reference, nextAction: { type: 'qr', text }, expiresAt: until }
}

/** Cielo sends Brasília times without a zone. */
function parseReceivedDate(wire: string | null): Date | null {
  const at = new Date(`${(wire ?? '').slice(0, 19).replace(' ', 'T')}-03:00`)
  return Number.isNaN(at.getTime()) ? null : at
}
