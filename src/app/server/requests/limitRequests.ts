import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#kit/fail.ts'
import { type LimitName, limits } from '#session/limits.ts'
import { addressKey } from '#session/server/limits/addressKey.ts'
import { pay, readTransaction } from '#payment/contract.ts'
import { confirmReserve } from '#reservation/contract.ts'
import { readSession } from '#session/contract.ts'
import type { Caller } from './callerOf.ts'

type RequestLimit = Extract<LimitName, `requests${string}`>

/** A request needs a place in each list, in one of its limits. */
type Needed = readonly (readonly RequestLimit[])[]

/** Requests with an unverified credential have a second limit after that of their address. */
const limitsOf: Readonly<Record<Caller['kind'], Needed>> = {
  own: [['requests_own']],
  known: [['requests_session'], ['requests_known']],
  presented: [['requests', 'requests_presented']],
  anonymous: [['requests']],
}

const payingLimits: Needed = [['requests_session_paying'], ['requests_known']]

const payingCalls = [pay, readTransaction, readSession, confirmReserve]

function neededBy(request: FastifyRequest, { kind }: Caller): Needed {
  const { method, routeOptions } = request
  const isPaying = payingCalls.some((call) => call.method === method && call.path === routeOptions.url)
  return kind === 'known' && isPaying ? payingLimits : limitsOf[kind]
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
  const limiter = (name: RequestLimit, keyOf: (request: FastifyRequest) => string) =>
    app.createRateLimit({
      max: Math.ceil((perMinute * limits[name].max) / limits.requests.max),
      timeWindow: limits[name].windowMs,
      keyGenerator: keyOf,
    })
  const byAddress = (request: FastifyRequest) => addressKey(request.ip)
  const byCaller = (request: FastifyRequest) => {
    const caller = classify(request)
    return 'key' in caller ? caller.key : byAddress(request)
  }
  const limiters: Readonly<Record<RequestLimit, ReturnType<typeof limiter>>> = {
    requests: limiter('requests', byAddress),
    requests_own: limiter('requests_own', byCaller),
    requests_session: limiter('requests_session', byCaller),
    requests_session_paying: limiter('requests_session_paying', byCaller),
    requests_known: limiter('requests_known', byAddress),
    requests_presented: limiter('requests_presented', byAddress),
  }
  const take: TakeRequest = async (name, request) => {
    const taken = await limiters[name](request)
    return taken.isAllowed || !taken.isExceeded ? null : taken.ttlInSeconds
  }
  app.addHook('onRequest', async (request) => {
    if (isUnlimited(request)) return
    for (const names of neededBy(request, classify(request))) {
      const retryAfterSeconds = await takeOneOf(take, names, request)
      if (retryAfterSeconds !== null) throw fail('too_many', { retryAfterSeconds })
    }
  })
  return take
}

/** Null where one of the limits has a place. */
async function takeOneOf(take: TakeRequest, names: readonly RequestLimit[], request: FastifyRequest) {
  let waitSeconds: number | null = null
  for (const name of names) {
    waitSeconds = await take(name, request)
    if (waitSeconds === null) return null
  }
  return waitSeconds
}

function isUnlimited({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/assets/') || healthPaths.includes(routeOptions.url ?? '')
}
