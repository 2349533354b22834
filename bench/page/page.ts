import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { loadShell } from '../../src/app/server/page/shell.ts'
import { pageRoutes } from '../../src/app/server/page/pageRoutes.ts'
import { createAltchaCheck } from '../../src/session/server/humanCheck.ts'
import { defaultPageSettings } from '../../src/site/pageSettings.ts'

/** The size of the page's body with brotli, with the parts of one visit. */
export async function pageBytes(): Promise<number> {
  const app = Fastify()
  await app.register(cookie)
  const key = Buffer.alloc(32)
  await pageRoutes(app, {
    shell: await loadShell(),
    cookies: { csrf: key, known: key, secure: true },
    apiUser: () => ({ id: 'web', token: '0123456789abcdef' }),
    human: createAltchaCheck('secret', { now: () => new Date() }, 5000),
    pageSettings: async () => defaultPageSettings,
    logo: async () => null,
    csp: () => "default-src 'self'",
  })
  const { rawPayload, headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  await app.close()
  if (headers['content-encoding'] !== 'br') throw new Error('the page was not sent with brotli')
  return rawPayload.length
}
