import { maxHeaderSize } from 'node:http'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { installErrorHandler } from '#kit/server/http/errors.ts'
import { decodeText } from '#kit/server/decodeText.ts'
import { RequestLog } from '#kit/server/http/log.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { readableReceiptUrl } from '#receipt/server/proof/receiptAddress.ts'
import type { CookieKeys } from '#session/server/cookies.ts'
import type { Guards } from '#session/server/caller.ts'
import { failTexts } from '../failTexts.ts'
import { isDatabaseDown } from './database.ts'
import type { Deps } from './deps.ts'
import { contentSecurityPolicy, installHeaders, securityHeaders } from './http/headers.ts'
import { healthRoutes } from './health/routes.ts'
import { clientBuild } from './page/clientBuild.ts'
import type { Shell } from './page/shell.ts'
import { findLogo } from '#site/server/settings/logo.ts'
import { pageRoutes } from './page/pageRoutes.ts'
import { isNavigation, screenAddress } from './page/screenAddress.ts'
import { serverModules } from './modules.ts'
import { outsideGuard, portalGuard } from './portalGuard.ts'
import { limitConcurrentCalls } from './http/limitConcurrentCalls.ts'
import { installLoadLimits, requestTimeouts } from './http/loadLimits.ts'
import { refuseMalformedHttp, answerClientError, answerFrameworkError } from './http/rawErrors.ts'
import { callerOf, rememberPayments } from './requests/callerOf.ts'

type AppOptions = {
  shell: Shell | null
  logger: FastifyServerOptions['logger']
  routes?: (app: FastifyInstance) => void
  /** Aborted at shutdown. */
  shutdown?: AbortSignal
}

/** Does not listen yet. Without a shell it serves only the API. */
export async function buildApp(
  deps: Deps,
  { shell, logger, routes, shutdown = new AbortController().signal }: AppOptions,
): Promise<FastifyInstance> {
  const { db } = deps.database
  const https = deps.payment.publicUrl.startsWith('https:')
  const cookies = { csrf: deps.keys.csrf, known: deps.keys.known, secure: https }
  const build = clientBuild(deps.keys.build, shell?.build ?? 'none', deps.clock)
  const csp = ({ analyticsOrigin, apart }: { analyticsOrigin: string | null; apart: boolean }) =>
    contentSecurityPolicy(shell ?? { scriptHashes: [], styleHashes: [] }, {
      recaptcha: !apart && deps.human.provider === 'recaptcha',
      analyticsOrigin: apart ? null : analyticsOrigin,
    })
  const headers = securityHeaders(csp({ analyticsOrigin: null, apart: false }), https)
  const app = Fastify({
    logger,
    logController: new RequestLog(),
    genReqId: createRequestIds(randomToken()),
    bodyLimit: 64 * 1024,
    // Node's limit of a request's head, because each endpoint checks the length of its own parameters.
    routerOptions: { maxParamLength: maxHeaderSize },
    rewriteUrl: ({ url = '/' }) => readableReceiptUrl(url),
    ...requestTimeouts,
    trustProxy: (_address: string, hop: number) => hop < deps.config.proxies,
    frameworkErrors: answerFrameworkError(headers),
    clientErrorHandler: answerClientError(headers),
    forceCloseConnections: 'idle',
  })
  refuseMalformedHttp(app, headers)
  installErrorHandler(app, { texts: failTexts, isDatabaseDown, redirectFor: shell ? documentAt : undefined })
  limitConcurrentCalls(app, deps.config.callsAtOnce, headers)
  installHeaders(app, headers)
  closeConnectionsAtShutdown(app, shutdown)
  await app.register(cookie)
  await app.register(multipart)
  await installRateLimits(app, deps, cookies)
  installBodyParsers(app)

  const guards: Guards = {
    portal: portalGuard({ ...deps, db, people: deps.staff.people, cookies, build }),
    outside: outsideGuard,
    cookies,
  }
  for (const noun of serverModules) noun.routes(app, deps, guards)
  healthRoutes(app, deps, shutdown)
  routes?.(app)
  const page = { ...deps, cookies, apiUser: build.credentials, csp, logo: () => findLogo(db) }
  if (shell) await pageRoutes(app, { ...page, shell })
  return app
}

async function installRateLimits(
  app: FastifyInstance,
  { callers, config }: Pick<Deps, 'callers' | 'config'>,
  cookies: CookieKeys,
): Promise<void> {
  await callers.refreshDevices()
  await installLoadLimits(app, config, (request) => callerOf(request, { callers, cookies }))
  rememberPayments(app, { callers, cookies })
}

function documentAt(request: FastifyRequest): string | null {
  return isNavigation(request) ? screenAddress(request.url) : null
}

/** A bank returns with a form, whose fields are ignored. An empty JSON body counts as {} (docs/calls.md). */
function installBodyParsers(app: FastifyInstance): void {
  const form = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, _body, done) => done(null, {}))
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decodeText(Buffer.from(body), request.headers['content-type'])
    if (text === '') done(null, {})
    else void parse(request, text, done)
  })
}

/** Unique over all processes; not secret. */
function createRequestIds(process: string): () => string {
  let calls = 0
  return () => `${process.slice(0, 20)}${(calls += 1).toString(16).padStart(12, '0')}`
}

/** A keep-alive connection would delay the shutdown until its timeout. */
function closeConnectionsAtShutdown(app: FastifyInstance, shutdown: AbortSignal): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || shutdown.aborted) reply.header('connection', 'close')
    done()
  })
}
