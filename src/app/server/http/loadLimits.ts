import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#kit/fail.ts'
import type { Config } from '../environment/environment.ts'
import type { Caller } from '../requests/callerOf.ts'
import { limitRequests, healthPaths } from '../requests/limitRequests.ts'
import { callKind } from './limitConcurrentCalls.ts'

/** A request must arrive within 30 s, against slow senders. */
export const requestTimeouts = {
  requestTimeout: 30_000,
  // Node ignores `requestTimeout` when `headersTimeout` is longer.
  http: {
    connectionsCheckingInterval: 1_000,
    headersTimeout: 30_000,
    requestTimeout: 30_000,
    requireHostHeader: false,
  },
} as const

/** Answers 503 when the event loop is overloaded, 429 beyond the caller's rate limit. */
export async function installLoadLimits(
  app: FastifyInstance,
  { rateLimitPerMinute, overloadDelayMs }: Pick<Config, 'rateLimitPerMinute' | 'overloadDelayMs'>,
  classify: (request: FastifyRequest) => Caller,
): Promise<void> {
  let isRefused = async (request: FastifyRequest) => isRefusable(request)
  if (overloadDelayMs > 0)
    await app.register(underPressure, {
      maxEventLoopDelay: overloadDelayMs,
      pressureHandler: async (request, _reply, _type, delayMs) => {
        // Without a sample, as at start, the delay is Infinity.
        if (delayMs !== Infinity && (await isRefused(request)))
          throw fail('unavailable', { retryAfterSeconds: 5 })
      },
    })
  if (rateLimitPerMinute === 0) return
  const take = await limitRequests(app, rateLimitPerMinute, classify)
  // Unknown payment tokens or device keys are limited by address.
  isRefused = async (request) =>
    isRefusable(request) ||
    (classify(request).kind === 'presented' && (await take('requests_presented', request)) !== null)
}

const neverRefusedPaths = ['/equipment/', '/webhooks/', '/payment/', ...healthPaths]

function isRefusable(request: FastifyRequest): boolean {
  const { url = '' } = request.routeOptions
  return callKind(request) !== 'paying' && !neverRefusedPaths.some((path) => url.startsWith(path))
}
