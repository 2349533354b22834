import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#kit/fail.ts'
import { readTransaction } from '#payment/contract.ts'

/** Gates, banks and whoever has a payment under way are never turned away: a car, or money, waits for them. */
function isBounded({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/api/') && !url.startsWith(readTransaction.path)
}

/**
 * Works at so many of the portal's calls at once and refuses what comes above that at once (503): a call that waits for
 * hundreds of others is given up by its person before it is answered. Zero: no bound.
 */
export function boundCallsAtOnce(app: FastifyInstance, most: number): void {
  if (most === 0) return
  const underWay = new WeakSet<FastifyRequest>()
  let count = 0
  const refuseAbove = (request: FastifyRequest) => {
    if (isBounded(request) && count >= most) throw fail('unavailable', { retryAfterSeconds: 2 })
  }
  // Before anything is read of it: refusing costs as little as can be.
  app.addHook('onRequest', async (request) => refuseAbove(request))
  // Counted once it has arrived whole: who sends slowly takes nobody's place.
  app.addHook('preValidation', async (request) => {
    refuseAbove(request)
    if (!isBounded(request)) return
    count += 1
    underWay.add(request)
  })
  const leave = (request: FastifyRequest) => {
    if (underWay.delete(request)) count -= 1
  }
  // When the answer is ready: who reads slowly takes nobody's place. The second is for whoever hung up before.
  app.addHook('onSend', async (request) => leave(request))
  app.addHook('onResponse', async (request) => leave(request))
}
