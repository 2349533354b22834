import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type CookieKeys, csrfToken, sessionId } from '#session/server/cookies.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import { plainOrigin } from '#site/webAddress.ts'
import { compressed, fillShell, type Shell, webDir } from './page.ts'
import type { ApiUser } from '../portalGuard.ts'

type Deps = {
  shell: Shell
  cookies: CookieKeys
  apiUser: ApiUser
  pageSettings: () => Promise<PageSettings>
  /** The page's own policy, with the origin of the analytics script; for `apart` it knows no other origin than ours. */
  csp: (page: { analyticsOrigin: string | null; apart: boolean }) => string
}

/** One page for every hash route, and its assets: those with a hash in their name never change. */
export async function pageRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The shell is only served filled, by the route below.
    allowedPath: (path) => path !== '/index.html' && !path.startsWith('/.') && path !== '/csp.json',
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', async (request, reply) => {
    const id = sessionId(request, reply, deps.cookies)
    const settings = await deps.pageSettings()
    const html = fillShell(deps.shell, settings, csrfToken(id, deps.cookies), deps.apiUser)
    const { body, encoding } = await compressed(html, request.headers['accept-encoding'] ?? '')
    if (encoding) reply.header('content-encoding', encoding)
    reply.header(
      'content-security-policy',
      deps.csp({ analyticsOrigin: analyticsOrigin(settings), apart: isApart(request.query) }),
    )
    reply.header('cache-control', 'no-cache, private').header('vary', 'accept-encoding')
    return reply.type('text/html; charset=utf-8').send(body)
  })
}

/** Asked for as '/?card': the document that draws what is typed of a card (docs/wire.md#9-the-page). */
function isApart(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'card' in query
}

function analyticsOrigin({ analyticsEnabled, analyticsScriptUrl }: PageSettings): string | null {
  return analyticsEnabled && analyticsScriptUrl !== null ? plainOrigin(analyticsScriptUrl) : null
}
