import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { text } from '#kit/fields.ts'

const reply = data(z.object({ received: z.boolean() }))

/** The acquirer's webhook, whose content is not trusted. Cielo registers no address that refuses an empty call. */
export const acquirerWebhook = endpoint('POST', '/webhooks/acquirer', 'outside', {
  summary:
    'Notification from the acquirer; durable before it is answered. Whatever else comes there changes nothing.',
  body: z.unknown(),
  reply,
})

export const acquirerWebhookProbe = endpoint('GET', '/webhooks/acquirer', 'outside', {
  summary: 'Whether the address of notifications answers, as who registers it tries it.',
  reply,
})

const fromBank = {
  params: z.object({ secret: text().check(z.regex(/^[\w-]{1,128}$/)) }),
  body: z.unknown(),
  reply,
  errors: { not_authentic: 404 },
} as const

/** The secret address authenticates it; its content is queried again. */
export const pixWebhook = endpoint('POST', '/webhooks/pix/:secret/pix', 'outside', {
  summary: 'Notification of Pix from the bank; durable before it is answered.',
  ...fromBank,
})

/** Some banks call the registered address without their suffix. */
export const pixWebhookWithoutSuffix = endpoint('POST', '/webhooks/pix/:secret', 'outside', {
  summary: 'The same, without what the bank adds to its address.',
  ...fromBank,
})
