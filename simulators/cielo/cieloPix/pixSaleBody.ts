import * as z from 'zod/mini'
import { addMs, hourMs } from '#kit/clock.ts'
import { buildBrCode } from '#acquirer/brCode.ts'
import { type Charge, devolucaoCents } from '../../pix/ledger/records.ts'
import { isExpired } from '../../pix/payCharge.ts'
import type { PixContext } from '../../pix/pixContext.ts'
import { text, whole } from '../sale/fields.ts'

/** A Pix request with keys in lower case. */
export const saleRequest = z.object({
  merchantorderid: text,
  customer: z.nullish(z.object({ name: text, identity: text })),
  payment: z.object({
    type: z.string().check(z.regex(/^pix$/i)),
    amount: whole,
    qrcode: z.nullish(z.object({ expiration: z.int() })),
  }),
})

/** Brasília time without a zone. */
function wireDate(iso: string): string {
  return addMs(new Date(iso), -3 * hourMs)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
}

/** 12: waiting, or refund in progress; 2: paid; 11: refunded; 13: expired. */
function statusOf(charge: Charge, now: Date): number {
  const [paid] = charge.paid
  if (!paid) return isExpired(charge, now) ? 13 : 12
  if (paid.given.some(({ status }) => status === 'EM_PROCESSAMENTO')) return 12
  return devolucaoCents(paid) >= paid.amount ? 11 : 2
}

export function pixSaleBody(charge: Charge, { clock, url }: Pick<PixContext, 'clock' | 'url'>): object {
  const { txid: PaymentId, amount, location, paid, createdAt } = charge
  const [first] = paid
  const back = first?.given.filter(({ status }) => status === 'DEVOLVIDO') ?? []
  const refundedCents = back.reduce((sum, { amount }) => sum + amount, 0)
  return {
    MerchantOrderId: charge.key,
    Customer: { Name: charge.payerName ?? '' },
    Payment: {
      PaymentId,
      Type: 'Pix',
      Provider: 'Cielo2',
      Amount: amount,
      Status: statusOf(charge, clock.now()),
      ReturnCode: '0',
      ReturnMessage: 'Pix gerado com sucesso',
      QrCodeString: buildBrCode({ location, amountCents: amount }),
      QrCodeExpiration: charge.expiryS,
      SentOrderId: PaymentId.replaceAll('-', ''),
      ReceivedDate: wireDate(createdAt),
      ...(first
        ? { EndToEndId: first.e2eid, CapturedAmount: first.amount, CapturedDate: wireDate(first.at) }
        : {}),
      ...(refundedCents > 0 ? { VoidedAmount: refundedCents } : {}),
      Links: [{ Method: 'GET', Rel: 'self', Href: `${url()}/1/sales/${PaymentId}` }],
    },
  }
}
