import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failTexts } from '../../failTexts.ts'
import { readTransaction } from '#payment/contract.ts'
import { rawResponse } from './rawErrors.ts'

/** Payments take at most this share of the places, because they mostly wait for banks. */
const paymentShare = 3 / 4

const retrySeconds = 2
const status = 503
const envelope = { message: failTexts.unavailable, code: 'unavailable', status }

/** Answers 503 to more calls than `most`; 0 is no limit. Must be the first hook. */
export function limitConcurrentCalls(
  app: FastifyInstance,
  most: number,
  headers: Readonly<Record<string, string>>,
): void {
  if (most === 0) return
  const { body, head } = rawResponse(envelope, { ...headers, 'retry-after': String(retrySeconds) })
  const underWay = new WeakSet<FastifyRequest>()
  const count = { paying: 0, new: 0 }
  const mostPaying = Math.floor(most * paymentShare)
  const isRefused = (request: FastifyRequest, reply: FastifyReply) => {
    const places = count.new + Math.min(count.paying, mostPaying)
    if (places < most || callKind(request) !== 'new') return false
    reply.hijack()
    reply.raw.writeHead(status, head).end(body)
    return true
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!isRefused(request, reply)) done()
  })
  // A call counts after its body has arrived, so that slow senders take no place.
  app.addHook('preValidation', (request, reply, done) => {
    if (isRefused(request, reply)) return
    const kind = callKind(request)
    if (kind) {
      count[kind] += 1
      underWay.add(request)
    }
    done()
  })
  const releasePlace = (request: FastifyRequest) => {
    const kind = callKind(request)
    if (kind && underWay.delete(request)) count[kind] -= 1
  }
  // A slow reader takes no place either. `onResponse` covers aborted requests.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    releasePlace(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    releasePlace(request)
    done()
  })
}

/** Payments in progress are never refused. Null, for gates and banks, is not counted. */
export function callKind({ routeOptions: { url = '' } }: FastifyRequest): 'paying' | 'new' | null {
  if (!url.startsWith('/api/')) return null
  return url.startsWith(readTransaction.path) ? 'paying' : 'new'
}
