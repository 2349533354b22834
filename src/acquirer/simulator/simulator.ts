import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Clock } from '#kit/clock.ts'
import { Book, type Sale } from './book.ts'
import { capture, voidSale } from './change.ts'
import { controlRoutes } from './controls.ts'
import { bankRoutes } from './bank.ts'
import { Faults } from './faults.ts'
import { answerWith, type Scene } from './answer.ts'
import { type ApiError, sell } from './sell.ts'
import { Vault } from './vault.ts'
import { vaultRoutes } from './vaultRoutes.ts'
import { changeBody, errorBody, lowerKeys, saleBody } from './wire.ts'

export type SimulatorOptions = {
  port: number
  host?: string
  /** Where the ledger is kept; memory only when absent. */
  dataFile?: string | null
  clock?: Clock
  /** Told of every change of a sale (acquirer.md 1.14). */
  notifyUrl?: string | null
}

/** Starts the Cielo simulator: its wire protocol, its ledger, its faults on request (acquirer.md section 3). */
export async function startSimulator(options: SimulatorOptions): Promise<{ url: string; close(): Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  const scene: Scene = {
    book: new Book(options.dataFile ?? null),
    vault: new Vault(),
    faults: new Faults(),
    clock: options.clock ?? { now: () => new Date() },
    notifyUrl: options.notifyUrl ?? null,
    base: (request) => `http://${request.headers.host}`,
  }
  readAnyBody(app)
  app.addHook('onRequest', async (request, reply) => {
    const open = /^\/(_sim|CardAuthenticator)\b/.test(request.url)
    if (!open && (!request.headers['merchantid'] || !request.headers['merchantkey'])) await reply.status(401).send()
  })
  saleRoutes(app, scene)
  vaultRoutes(app, scene)
  bankRoutes(app, scene)
  controlRoutes(app, scene)
  const url = await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  return { url, close: () => app.close() }
}

/** Clients send '{}' or nothing with PUT, and forms from the bank's page. */
function readAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    try {
      const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      const text = String(body)
      done(null, form ? Object.fromEntries(new URLSearchParams(text)) : text === '' ? {} : JSON.parse(text))
    } catch {
      done(null, null)
    }
  })
}

type Params = { id: string }
type Query = Record<string, string | undefined>

function saleRoutes(app: FastifyInstance, scene: Scene): void {
  app.post('/1/sales', (request, reply) => {
    const place = () => {
      const sold = sell(scene.book, scene.vault, lowerKeys(request.body), scene.clock.now())
      if ('code' in sold) return { status: 400, body: errorBody(sold.code, sold.message), changed: null }
      return { status: 201, body: saleBody(sold.sale, scene.base(request), sold.silent), changed: sold.sale }
    }
    return answerWith(scene, request, reply, place)
  })
  app.put<{ Params: Params; Querystring: Query }>('/1/sales/:id/capture', (request, reply) =>
    changed(scene, request, reply, { sale: scene.book.get(request.params.id), kind: 'capture' }),
  )
  app.put<{ Params: Params; Querystring: Query }>('/1/sales/:id/void', (request, reply) =>
    changed(scene, request, reply, { sale: scene.book.get(request.params.id), kind: 'void' }),
  )
  app.put<{ Params: Params; Querystring: Query }>('/1/sales/OrderId/:id/void', (request, reply) =>
    changed(scene, request, reply, { sale: scene.book.byOrder(request.params.id).at(-1), kind: 'void' }),
  )
  app.get<{ Params: Params }>('/1/sales/:id', async (request, reply) =>
    shown(scene, request, reply, scene.book.get(request.params.id)),
  )
  app.get<{ Params: Params }>('/1/sales/acquirerTid/:id', async (request, reply) =>
    shown(scene, request, reply, scene.book.byTid(request.params.id)),
  )
  app.get<{ Querystring: Query }>('/1/sales', async (request, reply) => {
    const sales = scene.book.byOrder(request.query['merchantOrderId'] ?? '')
    if (sales.length === 0) return reply.status(404).send()
    return { Payment: sales.map((sale) => ({ PaymentId: sale.payment_id, ReceveidDate: sale.created_at.slice(0, 22) })) }
  })
}

function shown(scene: Scene, request: FastifyRequest, reply: FastifyReply, sale: Sale | undefined): unknown {
  return sale ? saleBody(sale, scene.base(request)) : reply.status(404).send()
}

function changed(
  scene: Scene,
  request: FastifyRequest<{ Querystring: Query }>,
  reply: FastifyReply,
  { sale, kind }: { sale: Sale | undefined; kind: 'capture' | 'void' },
): Promise<unknown> {
  const place = () => {
    if (!sale) return { status: 404, body: errorBody(307, 'Transaction not found'), changed: null }
    const text = request.query['amount']
    const amount = text === undefined ? null : Number(text)
    const now = scene.clock.now()
    const after: Sale | ApiError = kind === 'capture' ? capture(scene.book, sale, amount, now) : voidSale(scene.book, sale, amount)
    if ('code' in after) return { status: 400, body: errorBody(after.code, after.message), changed: null }
    const returnCode = kind === 'capture' ? '6' : after.status === 2 ? '0' : '9'
    return { status: 200, body: changeBody(after, scene.base(request), returnCode), changed: after }
  }
  return answerWith(scene, request, reply, place)
}
