import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type CookieKeys, csrfToken, resolveSessionId } from '#session/server/cookies.ts'
import { type HumanCheck, serializeChallenge } from '#session/server/humanCheck.ts'
import { readProperty } from '#kit/text/lookUp.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import type { Logo } from '#site/server/settings/logo.ts'
import { plainOrigin } from '#site/webAddress.ts'
import type { ApiUser } from './clientBuild.ts'
import { BrotliPages } from './brotliPages.ts'
import { createTouchIcon } from './touchIcon.ts'
import { webManifest } from './webManifest.ts'
import { type Shell, fillShell, gzippedOrPlain, webDir } from './shell.ts'

type Deps = {
  shell: Shell
  cookies: CookieKeys
  apiUser: () => ApiUser
  human: HumanCheck
  pageSettings: () => Promise<PageSettings>
  logo: () => Promise<Logo | null>
  /** `apart` allows no foreign origins. */
  csp: (page: { analyticsOrigin: string | null; apart: boolean }) => string
}

/** The build has further files; `preCompressed` finds the compressed ones by the plain name. */
function isPublicFile(path: string): boolean {
  return /^\/(assets\/|icons\/|sw\.js$|receipt\.js$)/.test(path) && !/\.(br|gz)$|\/\./.test(path)
}

export async function pageRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const joined = new BrotliPages()
  const compressed = async (head: string, rest: string, accept: string) => {
    const body = /\bbr\b/.test(accept) ? await joined.compress(head, rest) : null
    return body ? { body, encoding: 'br' } : gzippedOrPlain(head + rest, accept)
  }
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    preCompressed: true,
    cacheControl: false,
    allowedPath: isPublicFile,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  installedPortalRoutes(app, deps)
  app.get('/', async (request, reply) => {
    const id = resolveSessionId(request, reply, deps.cookies)
    const settings = await deps.pageSettings()
    const { head, rest } = fillShell(deps.shell, settings, deps.apiUser())
    const challenge = settings.captcha === 'off' ? null : await deps.human.challenge(1)
    const visit = head({
      csrf: csrfToken(id, deps.cookies),
      challenge: challenge ? serializeChallenge(challenge) : '',
    })
    const { body, encoding } = await compressed(visit, rest, request.headers['accept-encoding'] ?? '')
    if (encoding) reply.header('content-encoding', encoding)
    reply.header(
      'content-security-policy',
      // '/?card' is the page for card fields (docs/spec.md#the-page).
      deps.csp({
        analyticsOrigin: analyticsOrigin(settings),
        apart: readProperty(request.query, 'card') !== undefined,
      }),
    )
    reply.header('cache-control', 'no-cache, private').header('vary', 'accept-encoding')
    return reply.type('text/html; charset=utf-8').send(body)
  })
}

/** The name and icon of the portal on a phone's home screen. */
function installedPortalRoutes(app: FastifyInstance, { pageSettings, logo }: Deps): void {
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify(webManifest(await pageSettings()))),
  )
  const touchIcon = createTouchIcon(logo)
  app.get('/apple-touch-icon.png', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('image/png')
      .send(await touchIcon()),
  )
}

function analyticsOrigin({ analyticsEnabled, analyticsScriptUrl }: PageSettings): string | null {
  return analyticsEnabled && analyticsScriptUrl !== null ? plainOrigin(analyticsScriptUrl) : null
}
