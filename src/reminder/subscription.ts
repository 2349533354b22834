import * as z from 'zod/mini'
import { text } from '#kit/fields.ts'

/** The push services of browsers; only these are called. */
export const pushHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

const unusable = 'Este navegador não pode ser avisado.'

/** base64url of the browser's public key, a point of P-256 of 65 bytes. */
export const deviceKey = text().check(z.regex(/^B[\w-]{86}=?$/, unusable))

/** base64url of the 16 bytes that the browser shares. */
export const deviceSecret = text().check(z.regex(/^[\w-]{22}(==)?$/, unusable))

export const subscription = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})
export type Subscription = z.output<typeof subscription>

export const unusableDevice = { endpoint: [unusable] }
