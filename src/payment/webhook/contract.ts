import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'

/**
 * The acquirer's notification: only says that something changed; the truth is asked for. Whatever comes is answered 200: an
 * address that refuses a bare call cannot be registered with Cielo. `received`: it was authentic, and is kept.
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
