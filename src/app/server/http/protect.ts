import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#kit/fail.ts'
import type { Config } from '../config.ts'
import type { Caller } from '../requests/callerOf.ts'
import { limitRequests } from '../requests/limitRequests.ts'
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

/**
 * Refuses calls that would wait too long (503), but for payments under way, gates and banks; and those of a caller that makes
 * too many (429).
 */
export async function protect(
  app: FastifyInstance,
  { rateLimitPerMinute, overloadDelayMs }: Pick<Config, 'rateLimitPerMinute' | 'overloadDelayMs'>,
  classify: (request: FastifyRequest) => Caller,
): Promise<void> {
  let isRefused = async (request: FastifyRequest) => mayBeTurnedAway(request)
  if (overloadDelayMs > 0)
    await app.register(underPressure, {
      maxEventLoopDelay: overloadDelayMs,
      pressureHandler: async (request, _reply, _type, delayMs) => {
        // A second without a single sample (a start, a process that stood still) is told as infinite: nobody waits then.
        if (delayMs !== Infinity && (await isRefused(request)))
          throw fail('unavailable', { retryAfterSeconds: 5 })
      },
    })
  if (rateLimitPerMinute === 0) return
  const takeOne = await limitRequests(app, rateLimitPerMinute, classify)
  // An invented payment token or device key gets no further than the reserve of its address.
  isRefused = async (request) =>
    mayBeTurnedAway(request) ||
    (classify(request).kind === 'presented' && !(await takeOne('requests_presented', request)))
}
