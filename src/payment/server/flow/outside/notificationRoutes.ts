import type { FastifyError, FastifyInstance } from 'fastify'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { acquirerWebhook, acquirerWebhookTried } from '../../../webhook/contract.ts'
import type { PaymentDeps } from '../../deps.ts'
import { keepNotification } from './receiveNotification.ts'

type Outside = Guard<{ headers: Readonly<Record<string, string | undefined>> }>

/**
 * The acquirer's notification, in a context of its own: a body that cannot be read (of another type, too large, no JSON, none)
 * is answered as whatever else is not authentic (docs/calls.md#payment).
 */
export function notificationRoutes(app: FastifyInstance, deps: PaymentDeps, outside: Outside): void {
  const unread = { data: { received: false } }
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (!isUnreadable(error)) throw error
    return reply.status(200).send(unread)
  })
  mount(app, acquirerWebhook, outside, async ({ body }, { headers }) => ({
    data: await keepNotification(deps, { headers, body, secret: null }),
  }))
  mount(app, acquirerWebhookTried, outside, async () => unread)
}

/** What the server's parsers say of a body; refusals of ours have no such status, and who asks too often has another. */
function isUnreadable({ statusCode }: FastifyError): boolean {
  return statusCode === 400 || statusCode === 413 || statusCode === 415
}
