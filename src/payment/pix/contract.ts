import * as z from 'zod/mini'
import { elsewhere } from '#acquirer/offered.ts'
import { data, endpoint } from '#kit/endpoint.ts'
import { text } from '#kit/fields.ts'

/** An open Pix, within its transaction; gone as soon as it can be paid no more. */
export const pixCode = z.object({
  /** The text to copy into the bank's app ('Pix Copia e Cola'). */
  code: z.string(),
  expires_at: z.string(),
  /** The address of the same as a picture. */
  qr: z.string(),
})
export type PixCode = z.output<typeof pixCode>

/** PNG, or SVG where the caller accepts that and not PNG. */
export const pixQr = endpoint({
  method: 'GET',
  path: '/api/pm_transaction/:token/pixQr',
  access: 'bearer',
  summary: 'The QR code of an open Pix: dark on white with four modules of margin.',
  params: z.object({ token: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
  media: ['image/png', 'image/svg+xml'],
  reply: z.unknown(),
  errors: { pix_over: 410 },
})

/** What `pay` takes for a Pix, and for whatever else is paid at the payer's own bank: nothing is typed. */
export const elsewhereFields = z.object({
  isNewCard: z.optional(z.null()),
  method: z.enum(elsewhere),
})

const pixAddress = z.object({ secret: text().check(z.regex(/^[\w-]{1,128}$/)) })

/** The bank's webhook of Pix. Its address is the proof; what it tells is asked for again. */
export const pixWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/pix/:secret/pix',
  access: 'outside',
  summary: 'Notification of Pix from the bank; durable before it is answered.',
  params: pixAddress,
  body: z.unknown(),
  reply: data(z.object({ received: z.boolean() })),
  errors: { not_authentic: 404 },
})

/** The address that the bank was told, which some banks try when it is registered. */
export const pixWebhookTrial = endpoint({
  method: 'POST',
  path: '/webhooks/pix/:secret',
  access: 'outside',
  summary: 'The same, without what the bank adds to its address.',
  params: pixAddress,
  body: z.unknown(),
  reply: data(z.object({ received: z.boolean() })),
  errors: { not_authentic: 404 },
})
