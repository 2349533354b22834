import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failTexts } from '../../failTexts.ts'
import { kindOf } from './callKind.ts'

/** Of the places so many are never payments': where a bank is slow, they wait for it and not for us. */
const sharePayments = 3 / 4

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
  const count = { paying: 0, new: 0 }
  const mostPaying = Math.floor(most * sharePayments)
  const isRefused = (request: FastifyRequest, reply: FastifyReply) => {
    const places = count.new + Math.min(count.paying, mostPaying)
    if (places < most || kindOf(request) !== 'new') return false
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
    const kind = kindOf(request)
    if (kind) {
      count[kind] += 1
      underWay.add(request)
    }
    done()
  })
  const leave = (request: FastifyRequest) => {
    const kind = kindOf(request)
    if (kind && underWay.delete(request)) count[kind] -= 1
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
