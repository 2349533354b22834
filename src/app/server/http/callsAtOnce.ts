import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readTransaction } from '#payment/contract.ts'
import { failTexts } from '../../failTexts.ts'

/**
 * Gates, banks and whoever has a payment under way are never turned away: a car, or money, waits for them. By the route,
 * since one address can be written in many ways.
 */
function isBounded({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/api/') && !url.startsWith(readTransaction.path)
}

/** Who is refused comes again after so many seconds. */
const retrySeconds = 2
const status = 503
const body = JSON.stringify({ message: failTexts.unavailable, code: 'unavailable', status })

/**
 * Works at so many of the portal's calls at once and refuses what comes above that at once (503): a call that waits for
 * hundreds of others is given up by its person before it is answered. Zero: no bound. Installed before any other hook:
 * the storm is when refusing must cost nothing, so nothing of the call is read but its address, and nothing else is asked.
 */
export function boundCallsAtOnce(
  app: FastifyInstance,
  most: number,
  headers: Readonly<Record<string, string>>,
): void {
  if (most === 0) return
  const refusal = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'retry-after': String(retrySeconds),
  }
  const underWay = new WeakSet<FastifyRequest>()
  let count = 0
  const isRefused = (request: FastifyRequest, reply: FastifyReply) => {
    if (count < most || !isBounded(request)) return false
    reply.hijack()
    reply.raw.writeHead(status, refusal).end(body)
    return true
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!isRefused(request, reply)) done()
  })
  // Counted once it has arrived whole: who sends slowly takes nobody's place.
  app.addHook('preValidation', (request, reply, done) => {
    if (isRefused(request, reply)) return
    if (isBounded(request)) {
      count += 1
      underWay.add(request)
    }
    done()
  })
  const leave = (request: FastifyRequest) => {
    if (underWay.delete(request)) count -= 1
  }
  // When the answer is ready: who reads slowly takes nobody's place. The second is for whoever hung up before.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    leave(request)
    done()
  })
}
