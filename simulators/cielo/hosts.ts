import fastify, { type FastifyInstance } from 'fastify'
import { apiErrors } from './sale/errors.ts'
import { type Merchant, merchantProblem } from './merchant.ts'

/** Cielo has separate hosts; only the simulator has 'both'. */
type HostKind = 'transactions' | 'queries' | 'both'

/** A host on 127.0.0.1 without routes. Calls without its merchant, or to the wrong host, fail. */
export function createHost(kind: HostKind, merchant: Merchant, onCall: () => void): FastifyInstance {
  const host = fastify({
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false },
    forceCloseConnections: true,
  })
  readBodiesAsText(host)
  host.addHook('onRequest', async (request, reply) => {
    onCall()
    if (!request.url.startsWith('/1/')) return
    const isQuestion = request.method === 'GET'
    // 405 for a wrong verb; a 404 looks like an unknown sale.
    if (kind === 'queries' && !isQuestion) return reply.code(405).send('')
    if (kind === 'transactions' && isQuestion)
      return reply.code(/^\/1\/sales\/?(\?|$)/i.test(request.url) ? 405 : 404).send('')
    const away = merchantProblem(merchant, request.headers)
    if (away === 'not_a_guid') return reply.code(400).send(apiErrors(114))
    if (away === 'unknown') return reply.code(401).send('')
  })
  return host
}

/** Cielo answers empty and wrong bodies with errors of its own. */
export function readBodiesAsText(host: FastifyInstance): void {
  host.removeAllContentTypeParsers()
  host.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}
