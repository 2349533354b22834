import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { fail } from '#kit/fail.ts'
import type { Config } from '../config.ts'

/** Refuses calls that would wait too long (503), and those of an address that makes too many (429). */
export async function protect(
  app: FastifyInstance,
  { rateLimitPerMinute: perMinute, overloadDelayMs }: Pick<Config, 'rateLimitPerMinute' | 'overloadDelayMs'>,
): Promise<void> {
  if (overloadDelayMs > 0)
    await app.register(underPressure, {
      maxEventLoopDelay: overloadDelayMs,
      pressureHandler: async (_request, _reply, _type, delayMs) => {
        // A second without a single sample (a start, a process that stood still) is told as infinite: nobody waits then.
        if (delayMs !== Infinity) throw fail('unavailable', { retryAfterSeconds: 5 })
      },
    })
  if (perMinute === 0) return
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    allowList: (request) => /^\/(assets\/|healthz$)/.test(request.url),
  })
}
