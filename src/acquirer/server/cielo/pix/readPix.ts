import * as z from 'zod/mini'
import { minuteMs, plus } from '#kit/clock.ts'
import type { Approval, AuthoriseOutcome } from '../../../acquirer.ts'
import { isChargeCode } from '../../../brCode.ts'
import { aside, text, whole } from '../../lenient.ts'
import type { Answer } from '../../http.ts'
import { ended, unknown } from '../../outcomes.ts'
import { withoutCard } from '../../pixSales.ts'
import type { CieloQueries } from '../queries/queryHost.ts'

const cents = z.nullish(whole)

/** Cielo spells the id in two ways (src/acquirer/server/cielo/README.md#15-pix). */
const pixAnswer = z.object({
  MerchantOrderId: text,
  Payment: z.object({
    PaymentId: z.nullish(z.string()),
    Paymentid: z.nullish(z.string()),
    Type: z.string().check(z.regex(/^pix$/i)),
    Status: whole,
    Amount: whole,
    CapturedAmount: cents,
    VoidedAmount: cents,
    ReturnCode: text,
    QrCodeString: aside(z.string().check(z.maxLength(1000))),
    ReceivedDate: text,
    EndToEndId: aside(z.string().check(z.regex(/^[a-zA-Z0-9]{1,64}$/))),
  }),
})
type PixPayment = z.output<typeof pixAnswer>['Payment']

export type CieloPixSettings = CieloQueries & { readonly expiryS: number }

const lateMs = minuteMs

export type PixReading = { readonly outcome: AuthoriseOutcome; readonly isReturning: boolean }

/** Amounts decide before the status, because 12 has two meanings. The expiry starts at `askedAt`. */
export function readPix(settings: CieloPixSettings, answer: Answer, askedAt?: Date): PixReading {
  const nothing = (outcome: AuthoriseOutcome): PixReading => ({ outcome, isReturning: false })
  if (answer.status === null) return nothing(unknown(null, answer.detail))
  const read = answer.status < 300 ? pixAnswer.safeParse(answer.body) : null
  if (!read?.success) return nothing(unknown(null, `HTTP ${answer.status} without a Pix`))
  const { Payment: payment } = read.data
  const reference = payment.PaymentId ?? payment.Paymentid ?? null
  if (reference === null) return nothing(unknown(null, 'a Pix without an id'))
  if (isPaid(payment)) return { outcome: approval(payment, reference), isReturning: payment.Status === 12 }
  return nothing(unpaid(settings, payment, { reference, askedAt }))
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
    // A part may be refunded without an amount.
    ...(status === 2 && typeof voided !== 'number' ? { isVoidAmountMissing: true } : {}),
    ...withoutCard,
    endToEndId: payment.EndToEndId ?? null,
    returnCode: payment.ReturnCode ?? null,
  }
}

function unpaid(
  settings: CieloPixSettings,
  payment: PixPayment,
  { reference, askedAt }: { reference: string; askedAt: Date | undefined },
): AuthoriseOutcome {
  const { Status: status, QrCodeString: text, ReceivedDate: received } = payment
  if (status === 3 || status === 10 || status === 13) return ended(reference, String(status))
  if (status !== 12) return unknown(reference, `status ${status}`)
  const now = settings.clock.now()
  const until = plus(askedAt ?? madeAt(received ?? null) ?? now, settings.expiryS * 1000)
  if (now > plus(until, lateMs)) return ended(reference, 'EXPIRADA')
  if (!text || !isChargeCode(text, payment.Amount)) return unknown(reference, 'a Pix without a code')
  return { outcome: 'pending', reference, show: { type: 'qr', text }, until }
}

/** Cielo sends Brasília times without a zone. */
function madeAt(wire: string | null): Date | null {
  const at = new Date(`${(wire ?? '').slice(0, 19).replace(' ', 'T')}-03:00`)
  return Number.isNaN(at.getTime()) ? null : at
}
