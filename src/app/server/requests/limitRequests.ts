import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#kit/fail.ts'
import { limits } from '#session/limits.ts'
import { addressKey } from '#session/server/limits/addressKey.ts'
import type { Caller } from './callerOf.ts'

type RequestLimit = 'requests' | 'requests_own' | 'requests_known' | 'requests_presented'

/** Requests with an unverified credential have a second limit after that of their address. */
const limitsOf: Readonly<Record<Caller['kind'], readonly RequestLimit[]>> = {
  own: ['requests_own'],
  known: ['requests_known'],
  presented: ['requests', 'requests_presented'],
  anonymous: ['requests'],
}

/** Health checks are never refused. */
export const healthPaths: readonly string[] = ['/healthz', '/readyz', '/metrics']

type Classify = (request: FastifyRequest) => Caller

/** Counts a request; null within the limit, else the seconds to wait. */
type TakeRequest = (limit: RequestLimit, request: FastifyRequest) => Promise<number | null>

/** Refuses requests with `too_many` (docs/spec.md#r29). */
export async function limitRequests(
  app: FastifyInstance,
  perMinute: number,
  classify: Classify,
): Promise<TakeRequest> {
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
  const take: TakeRequest = async (name, request) => {
    const taken = await limiters[name](request)
    return taken.isAllowed || !taken.isExceeded ? null : taken.ttlInSeconds
  }
  app.addHook('onRequest', async (request) => {
    if (isUnlimited(request)) return
    let retryAfterSeconds = 0
    for (const name of limitsOf[classify(request).kind]) {
      const waitSeconds = await take(name, request)
      if (waitSeconds === null) return
      retryAfterSeconds = waitSeconds
    }
    throw fail('too_many', { retryAfterSeconds })
  })
  return take
}

function isUnlimited({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/assets/') || healthPaths.includes(routeOptions.url ?? '')
}
