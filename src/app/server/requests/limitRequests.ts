import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#kit/fail.ts'
import { limits } from '#session/limits.ts'
import { addressKey } from '#session/server/limits/addressKey.ts'
import type { Caller } from './callerOf.ts'

type RequestLimit = 'requests' | 'requests_own' | 'requests_known' | 'requests_presented'

/** Tried in order; unverified credentials have a reserve beyond the address's limit. */
const limitsOf: Readonly<Record<Caller['kind'], readonly RequestLimit[]>> = {
  own: ['requests_own'],
  known: ['requests_known'],
  presented: ['requests', 'requests_presented'],
  nothing: ['requests'],
}

/** Health checks are never refused. */
export const healthPaths: readonly string[] = ['/healthz', '/readyz', '/metrics']

type Classify = (request: FastifyRequest) => Caller

/** docs/spec.md#r29. Throws `too_many`; returns a function that takes one of a limit. */
export async function limitRequests(
  app: FastifyInstance,
  perMinute: number,
  classify: Classify,
): Promise<(limit: RequestLimit, request: FastifyRequest) => Promise<boolean>> {
  await app.register(rateLimit, { global: false })
  const limiter = (name: RequestLimit) =>
    app.createRateLimit({
      max: Math.ceil((perMinute * limits[name].max) / limits.requests.max),
      timeWindow: limits[name].windowMs,
      keyGenerator: (request) => {
        const caller = classify(request)
        return caller.kind === 'own' ? caller.key : addressKey(request.ip)
      },
    })
  const limiters = {
    requests: limiter('requests'),
    requests_own: limiter('requests_own'),
    requests_known: limiter('requests_known'),
    requests_presented: limiter('requests_presented'),
  }
  app.addHook('onRequest', async (request) => {
    if (isUnlimited(request)) return
    let retryAfterSeconds = 0
    for (const name of limitsOf[classify(request).kind]) {
      const taken = await limiters[name](request)
      if (taken.isAllowed || !taken.isExceeded) return
      retryAfterSeconds = taken.ttlInSeconds
    }
    throw fail('too_many', { retryAfterSeconds })
  })
  return async (name, request) => {
    const taken = await limiters[name](request)
    return taken.isAllowed || !taken.isExceeded
  }
}

function isUnlimited({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/assets/') || healthPaths.includes(routeOptions.url ?? '')
}
