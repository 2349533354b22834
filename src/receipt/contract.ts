import * as z from 'zod/mini'
import { ticketCode } from '#checkout/ticketCode.ts'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { email, listQuery, printable } from '#kit/fields.ts'
import { billedFields, params, transaction } from '#payment/contract.ts'

export const historyItem = z.object({
  ...billedFields,
  paid_at: z.nullable(z.string()),
  ticket_dt_exit: z.nullable(z.string()),
  card_brand: z.nullable(z.string()),
  card_last_digits: z.nullable(z.string()),
  has_receipt: z.boolean(),
  time_zone: z.string(),
  created_at: z.string(),
})
export type WireHistoryItem = z.output<typeof historyItem>

export const listPayments = endpoint('GET', '/api/me/pm_transaction', 'customer', {
  summary: 'The own payments that moved money, newest first; q searches the ticket code.',
  query: listQuery,
  reply: page(historyItem),
})

const row = z.object({ label: z.string(), value: z.string() })

export const receipt = z.object({
  operator: z.string(),
  cnpj: z.string(),
  lot: z.string(),
  code: z.string(),
  plate: z.nullable(z.string()),
  payer: z.string(),
  amount: z.string(),
  deadlineTime: z.string(),
  deadlineDate: z.string(),
  times: z.array(row),
  lines: z.array(row),
  card: z.array(row),
  /** The acquirer's name of it, for its mark. */
  brand: z.nullish(z.string()),
})

export const readReceipt = endpoint('GET', '/api/me/pm_transaction/:token/receipt', 'customer', {
  summary: 'The receipt of an own payment.',
  params,
  reply: data(receipt),
  errors: { receipt_missing: 409 },
})

const sent = data(z.object({ message: z.string() }))

export const resendReceipt = endpoint('POST', '/api/me/pm_transaction/:token/receipt', 'customer', {
  summary: 'Mails the receipt of an own payment again.',
  params,
  reply: sent,
  errors: { receipt_missing: 409 },
})

/** Works once for each payment; the address is stored. */
export const emailReceipt = endpoint('POST', '/api/pm_transaction/:token/receipt', 'bearer_human', {
  summary: 'Mails the receipt of a payment without an e-mail address to the one given now.',
  params,
  body: z.object({ email }),
  reply: data(transaction),
  errors: { receipt_missing: 409, receipt_sent: 409 },
})

/** The answer is the same whether or not such a payment exists. */
export const resendGuestReceipt = endpoint('POST', '/api/pm_transaction/receipt', 'human', {
  summary: 'Mails the receipt of a ticket again, to the e-mail given when it was paid.',
  body: z.object({ code: ticketCode, email }),
  reply: sent,
})

export const readProof = endpoint('GET', '/api/pm_transaction/:token/proof', 'bearer', {
  summary: 'The signed text of a receipt, and the address that verifies it; the same for ever.',
  params,
  reply: data(z.object({ text: z.string(), url: z.string() })),
  errors: { receipt_missing: 409 },
})

export const drawProof = endpoint('GET', '/api/pm_transaction/:token/proofQr', 'bearer', {
  summary: 'The QR code of that address: dark on white with four modules of margin.',
  params,
  media: ['image/png', 'image/svg+xml'],
  reply: z.unknown(),
  errors: { receipt_missing: 409 },
})

/** A mail's line breaks, which `splitProof` removes, pass as U+2028. */
const lineBreaks = z.overwrite<string>((given) => given.replace(/[\r\n]/g, '\u2028'))
const textParams = z.object({ text: z.string().check(lineBreaks, printable) })

export const proofPage = endpoint('GET', '/r/:text', 'anyone', {
  summary: 'The page that verifies a receipt, readable without JavaScript; 200 for any text.',
  params: textParams,
  media: ['text/html'],
  reply: z.unknown(),
})

export const checkReceipt = endpoint('GET', '/api/receipt/:text', 'anyone', {
  summary:
    'Verifies a receipt; only valid: false where the signature is wrong. known: the payment is still kept.',
  params: textParams,
  reply: data(
    z.object({
      valid: z.boolean(),
      known: z.optional(z.boolean()),
      state: z.optional(z.enum(['valid', 'partly_refunded', 'refunded'])),
      refunded: z.optional(z.object({ value: z.number(), valueHuman: z.string() })),
      server_now: z.optional(z.string()),
      receipt: z.optional(
        z.object({
          protocol: z.string(),
          ticket_code: z.string(),
          lot_id: z.number(),
          lot: z.string(),
          value: z.number(),
          valueHuman: z.string(),
          payment_type: z.number(),
          payment_type_desc: z.string(),
          paid_at: z.string(),
          exit_until: z.nullable(z.string()),
          time_zone: z.string(),
          operator: z.string(),
          cnpj: z.string(),
        }),
      ),
    }),
  ),
})

export const receiptKeys = endpoint('GET', '/.well-known/guiche-receipts.json', 'outside', {
  summary: 'The public keys of receipts, as a JWK set; last_signed_at is the newest payment of each.',
  keptS: 3600,
  reply: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        kid: z.string(),
        x: z.string(),
        use: z.literal('sig'),
        last_signed_at: z.nullable(z.string()),
      }),
    ),
  }),
})
