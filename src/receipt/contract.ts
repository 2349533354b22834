import * as z from 'zod/mini'
import { ticketCode } from '#checkout/ticketCode.ts'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { email, listQuery } from '#kit/fields.ts'
import { billed, params, transaction } from '#payment/contract.ts'

export const historyItem = z.object({
  ...billed,
  paid_at: z.nullable(z.string()),
  ticket_dt_exit: z.nullable(z.string()),
  card_brand: z.nullable(z.string()),
  card_last_digits: z.nullable(z.string()),
  has_receipt: z.boolean(),
  time_zone: z.string(),
  created_at: z.string(),
})
export type WireHistoryItem = z.output<typeof historyItem>

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/me/pm_transaction',
  access: 'customer',
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
})

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/me/pm_transaction/:token/receipt',
  access: 'customer',
  summary: 'The receipt of an own payment.',
  params,
  reply: data(receipt),
  errors: { receipt_missing: 409 },
})

const sent = data(z.object({ message: z.string() }))

export const resendReceipt = endpoint({
  method: 'POST',
  path: '/api/me/pm_transaction/:token/receipt',
  access: 'customer',
  summary: 'Mails the receipt of an own payment again.',
  params,
  reply: sent,
  errors: { receipt_missing: 409 },
})

/** Once a payment: the address stays with it. The same address again mails nothing. */
export const emailReceipt = endpoint({
  method: 'POST',
  path: '/api/pm_transaction/:token/receipt',
  access: 'bearer_human',
  summary: 'Mails the receipt of a payment without an e-mail address to the one given now.',
  params,
  body: z.object({ email }),
  reply: data(transaction),
  errors: { receipt_missing: 409, receipt_sent: 409 },
})

/** For guests; the answer is the same whether or not such a payment exists. */
export const resendGuestReceipt = endpoint({
  method: 'POST',
  path: '/api/pm_transaction/receipt',
  access: 'human',
  summary: 'Mails the receipt of a ticket again, to the e-mail given when it was paid.',
  body: z.object({ code: ticketCode, email }),
  reply: sent,
})
