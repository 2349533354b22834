import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'

/**
 * The acquirer's webhook; its content is not trusted. Every call is answered 200, because Cielo does not
 * register an address that refuses an empty one. `received`: authentic and stored.
 */
export const acquirerWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/acquirer',
  access: 'outside',
  summary:
    'Notification from the acquirer; durable before it is answered. Whatever else comes there changes nothing.',
  body: z.unknown(),
  reply: data(z.object({ received: z.boolean() })),
  errors: {},
})

export const acquirerWebhookTried = endpoint({
  method: 'GET',
  path: '/webhooks/acquirer',
  access: 'outside',
  summary: 'Whether the address of notifications answers, as who registers it tries it.',
  reply: data(z.object({ received: z.boolean() })),
  errors: {},
})
