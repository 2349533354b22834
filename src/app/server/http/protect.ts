import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { fail } from '#kit/fail.ts'
import { limits } from '#session/limits.ts'
import { addressOf } from '#session/server/limits/address.ts'
import type { Config } from '../config.ts'
import { mayBeTurnedAway } from './callKind.ts'

/**
 * A call that has not arrived whole after 30 s ends with 408, looked for every second: who sends slowly holds no connection
 * and no file of the process for longer.
 */
export const slowBodies = {
  requestTimeout: 30_000,
  // Node looks at no body while the time for the headers is longer than the time for the whole.
  http: { connectionsCheckingInterval: 1_000, headersTimeout: 30_000, requestTimeout: 30_000 },
} as const

/** Refuses calls of who comes anew that would wait too long (503), and those of an address that makes too many (429). */
export async function protect(
  app: FastifyInstance,
  { rateLimitPerMinute: perMinute, overloadDelayMs }: Pick<Config, 'rateLimitPerMinute' | 'overloadDelayMs'>,
): Promise<void> {
  if (overloadDelayMs > 0)
    await app.register(underPressure, {
      maxEventLoopDelay: overloadDelayMs,
      pressureHandler: async (request, _reply, _type, delayMs) => {
        // A second without a single sample (a start, a process that stood still) is told as infinite: nobody waits then.
        if (delayMs !== Infinity && mayBeTurnedAway(request))
          throw fail('unavailable', { retryAfterSeconds: 5 })
      },
    })
  if (perMinute === 0) return
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: limits.requests.windowMs,
    keyGenerator: (request) => addressOf(request.ip),
    allowList: (request) => /^\/(assets\/|healthz$)/.test(request.url),
  })
}
