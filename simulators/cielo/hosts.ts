import fastify, { type FastifyInstance } from 'fastify'
import { apiErrors } from './sale/errors.ts'
import { type Merchant, turnedAway } from './merchant.ts'

/** What a host of Cielo's answers: sales, captures and voids; questions; or, here only, both. */
export type HostKind = 'transactions' | 'queries' | 'both'

/** A host on 127.0.0.1 without routes: it knows its merchant, and what is asked of the wrong host fails. */
export function openHost(kind: HostKind, merchant: Merchant, onCall: () => void): FastifyInstance {
  const host = fastify({
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false },
    forceCloseConnections: true,
  })
  readBodiesAsText(host)
  host.addHook('onRequest', async (request, reply) => {
    onCall()
    if (!request.url.startsWith('/1/')) return
    const isQuestion = request.method === 'GET'
    // An address that exists there for other verbs is 405; a 404 looks exactly as if there were no such sale.
    if (kind === 'queries' && !isQuestion) return reply.code(405).send('')
    if (kind === 'transactions' && isQuestion)
      return reply.code(/^\/1\/sales\/?(\?|$)/i.test(request.url) ? 405 : 404).send('')
    const away = turnedAway(merchant, request.headers)
    if (away === 'not_a_guid') return reply.code(400).send(apiErrors(114))
    if (away === 'unknown') return reply.code(401).send('')
  })
  return host
}

/** Empty and wrong bodies must reach the routes, because Cielo answers them with errors of its own. */
function readBodiesAsText(host: FastifyInstance): void {
  host.removeAllContentTypeParsers()
  host.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}
