import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { accountRoutes } from '#account/server/routes.ts'
import { describeUser } from '#account/server/flow/describeUser.ts'
import { cardRoutes } from '#card/server/routes.ts'
import { deviceOf } from '#equipment/server/device.ts'
import { equipmentRoutes } from '#equipment/server/routes.ts'
import { installErrorHandler, refuseUnreadable } from '#kit/server/http/errors.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { parkingRoutes } from '#parking/server/routes.ts'
import { cancelUntouched } from '#payment/server/flow/cancelUntouched.ts'
import { paymentRoutes } from '#payment/server/routes.ts'
import { isCardReserved, isVehicleReserved } from '#reservation/server/flow/listReservations.ts'
import { isReservedFor } from '#reservation/server/flow/ownReservation.ts'
import { reservationRoutes } from '#reservation/server/routes.ts'
import { termsOf } from '#reservation/terms.ts'
import { sessionRoutes } from '#session/server/routes.ts'
import { settingsRoutes } from '#site/server/settings/routes.ts'
import { siteRoutes } from '#site/server/routes.ts'
import { reservationRoutes as deskReservations } from '#staff/server/ops/reservationRoutes.ts'
import { ticketRoutes as deskTickets } from '#staff/server/ops/ticketRoutes.ts'
import { transactionRoutes as deskTransactions } from '#staff/server/ops/transactionRoutes.ts'
import { registerRoutes } from '#staff/server/register/routes.ts'
import { reconciliationRoutes } from '#staff/server/reconciliation/routes.ts'
import { staffRoutes } from '#staff/server/routes.ts'
import { ticketRoutes } from '#ticket/server/routes.ts'
import { vehicleRoutes } from '#vehicle/server/routes.ts'
import { failTexts } from '../failTexts.ts'
import { isDatabaseDown } from './database.ts'
import type { Deps } from './deps.ts'
import { contentSecurityPolicy, installHeaders, securityHeaders } from './headers.ts'
import { healthRoutes } from './health.ts'
import type { Shell } from './page.ts'
import { pageRoutes } from './pageRoutes.ts'
import { portalGuard } from './portalGuard.ts'

type Extra = {
  shell: Shell | null
  logger: FastifyServerOptions['logger']
  routes?: (app: FastifyInstance) => void
}

/** The HTTP server, not yet listening. Without a shell only the API is served. */
export async function buildApp(deps: Deps, { shell, logger, routes }: Extra): Promise<FastifyInstance> {
  const { db } = deps.database
  const https = deps.payment.publicUrl.startsWith('https:')
  const cookies = { csrf: deps.keys.csrf, secure: https }
  const apiUser = { id: 'web', token: shell?.build ?? 'none' }
  const app = Fastify({
    logger,
    genReqId: () => randomToken(),
    bodyLimit: 64 * 1024,
    trustProxy: (_address: string, hop: number) => hop < deps.config.proxies,
    frameworkErrors: refuseUnreadable,
    forceCloseConnections: 'idle',
  })
  installErrorHandler(app, { texts: failTexts, isDatabaseDown })
  const hashes = shell ?? { scriptHashes: [], styleHashes: [] }
  const csp = (analyticsOrigin: string | null) =>
    contentSecurityPolicy(hashes, { recaptcha: deps.human.provider === 'recaptcha', analyticsOrigin })
  installHeaders(app, securityHeaders(csp(null), https))
  closeConnectionsWithTheServer(app)
  await app.register(cookie)
  await app.register(multipart)
  await protect(app, deps.config)
  // A bank posts a form when it sends the browser back; nothing of it is read.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_, payload, done) => {
    payload.resume().on('end', () => done(null, {}))
  })

  const portal = portalGuard({ ...deps, db, cookies, apiUser: () => apiUser })
  const guards = {
    portal,
    outside: async (request: { headers: Record<string, unknown> }) => ({
      headers: textHeaders(request.headers),
    }),
  }
  mountRoutes(app, deps, { ...guards, cookies })
  healthRoutes(app, deps.payment)
  routes?.(app)
  if (shell) await pageRoutes(app, { shell, cookies, apiUser, csp, pageSettings: deps.pageSettings })
  return app
}

type Doors = {
  portal: ReturnType<typeof portalGuard>
  outside: (request: { headers: Record<string, unknown> }) => Promise<{
    headers: Record<string, string | undefined>
  }>
  cookies: { csrf: Buffer; secure: boolean }
}

/** Every noun's routes, each behind its door. */
function mountRoutes(app: FastifyInstance, deps: Deps, { portal, outside, cookies }: Doors): void {
  const { db } = deps.database
  sessionRoutes(app, sessionDeps(deps, cookies), portal)
  accountRoutes(app, { ...deps.account, cepSource: deps.cepSource }, portal)
  vehicleRoutes(app, { db, clock: deps.clock, isVehicleReserved }, portal)
  cardRoutes(app, { ...deps.account, isCardReserved }, portal)
  parkingRoutes(app, deps.equipment, portal)
  ticketRoutes(app, { db, clock: deps.clock, subject: deps.payment.subject, isReservedFor }, portal)
  paymentRoutes(app, deps.payment, { portal, outside })
  reservationRoutes(app, deps.reservation, portal)
  equipmentRoutes(app, deps.equipment, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { device: await deviceOf(db, request) }
  })
  reconciliationRoutes(app, deps.staff, portal)
  staffRoutes(app, deps.staff, portal)
  deskTickets(app, deps.reservation, portal)
  deskTransactions(app, deps.reservation, portal)
  deskReservations(app, deps.reservation, portal)
  registerRoutes(app, deps.account, portal)
  settingsRoutes(app, { db, clock: deps.clock }, portal)
  siteRoutes(app, deps.account, portal)
}

/** A keep-alive connection that was busy when the stop began would otherwise hold it up for its time-out. */
function closeConnectionsWithTheServer(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}

async function protect(
  app: FastifyInstance,
  { rateLimitPerMinute: perMinute, overloadDelayMs }: Deps['config'],
): Promise<void> {
  if (overloadDelayMs > 0)
    await app.register(underPressure, { maxEventLoopDelay: overloadDelayMs, retryAfter: 5 })
  if (perMinute === 0) return
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    allowList: (request) => /^\/(assets\/|healthz$)/.test(request.url),
  })
}

function sessionDeps(deps: Deps, cookies: { csrf: Buffer; secure: boolean }) {
  const { db } = deps.database
  return {
    db,
    clock: deps.clock,
    human: deps.human,
    cookies,
    production: deps.config.production,
    page: () => shownSettings(deps),
    onClear: (sessionHash: string) => cancelUntouched({ db, clock: deps.clock }, sessionHash),
    user: (userId: number) => describeUser(db, userId),
    notices: deps.database.kind === 'embedded' ? ['Banco de dados de demonstração (embutido).'] : [],
  }
}

/** What the page is told; a reservation costs nothing while none can be made. */
async function shownSettings({ pageSettings, reservation }: Deps) {
  const { terms } = termsOf(await reservation.settings())
  const { holdCents, retainedCents } = terms ?? { holdCents: 0, retainedCents: 0 }
  return { ...(await pageSettings()), reserveValueCents: holdCents, reserveMinCents: retainedCents }
}

function textHeaders(headers: Record<string, unknown>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  )
}
