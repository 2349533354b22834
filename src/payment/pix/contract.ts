import { pixQrPath } from '../pixQrPath.ts'
import * as z from 'zod/mini'
import { bankMethods } from '#acquirer/acquirer.ts'
import { endpoint } from '#kit/endpoint.ts'

export const pixCode = z.object({
  code: z.string(),
  expires_at: z.string(),
  qr: z.string(),
})
export type PixCode = z.output<typeof pixCode>

export const pixQr = endpoint('GET', pixQrPath(':token'), 'bearer', {
  summary: 'The QR code of an open Pix: dark on white with four modules of margin.',
  params: z.object({ token: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
  media: ['image/png', 'image/svg+xml'],
  reply: z.unknown(),
  errors: { pix_over: 410 },
})

export const bankMethodFields = z.object({
  isNewCard: z.optional(z.null()),
  method: z.enum(bankMethods),
})
