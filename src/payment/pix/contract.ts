import { pixQrPath } from './view.ts'
import * as z from 'zod/mini'
import { elsewhere } from '#acquirer/offered.ts'
import { data, endpoint } from '#kit/endpoint.ts'
import { text } from '#kit/fields.ts'

/** An open Pix within its transaction; absent once it cannot be paid. */
export const pixCode = z.object({
  /** 'Pix Copia e Cola'. */
  code: z.string(),
  expires_at: z.string(),
  qr: z.string(),
})
export type PixCode = z.output<typeof pixCode>

/** PNG, or SVG where only that is accepted. */
export const pixQr = endpoint({
  method: 'GET',
  path: pixQrPath(':token'),
  access: 'bearer',
  summary: 'The QR code of an open Pix: dark on white with four modules of margin.',
  params: z.object({ token: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
  media: ['image/png', 'image/svg+xml'],
  reply: z.unknown(),
  errors: { pix_over: 410 },
})

/** The `pay` body without a card. */
export const elsewhereFields = z.object({
  isNewCard: z.optional(z.null()),
  method: z.enum(elsewhere),
})

const pixAddress = z.object({ secret: text().check(z.regex(/^[\w-]{1,128}$/)) })

/** The secret address authenticates it; its content is queried again. */
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

/** Some banks call the registered address itself. */
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
