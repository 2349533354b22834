import * as z from 'zod/mini'
import { endpoint } from '#kit/endpoint.ts'

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

/** What `pay` takes for a Pix: nothing is typed. */
export const pixFields = z.object({
  isNewCard: z.optional(z.null()),
  method: z.literal('pix'),
})
