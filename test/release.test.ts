import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contracts } from '#app/modules.ts'
import { variables } from '#app/server/environment/environment.ts'
import { readConfig } from '#app/server/config.ts'
import { backOfficeRoutes } from '#app/web/backoffice/modules.ts'
import { routes as customers } from '#app/web/modules.ts'
import { findRoute, registerRoutes } from '#kit/web/route/routes.ts'
import { csrfCookieName, sessionCookie } from '#session/server/cookies.ts'

const routes = { ...customers, ...backOfficeRoutes }

/** What the previous release promised to links, phones, gates and operators. */
const release = z.parse(
  z.object({
    routes: z.record(z.string(), z.string()),
    calls: z.array(z.string()),
    variables: z.array(z.string()),
    cookies: z.array(z.string()),
  }),
  JSON.parse(readFileSync(new URL('./upgrade/release.json', import.meta.url), 'utf8')),
)

describe('what the previous release offered still exists', () => {
  beforeAll(() => registerRoutes(routes))

  it.each(Object.entries(release.routes))('the screen %s at #%s', (name, path) => {
    const shown = name === 'logout' ? 'login' : name
    expect(findRoute(path.replace(/\{\w+\}/g, 'abc'), null).name).toBe(shown)
  })

  it('every call, by method and path', () => {
    const calls: string[] = Object.values(contracts).map(({ method, path }) => `${method} ${path}`)
    expect(release.calls.filter((call) => !calls.includes(call))).toEqual([])
  })

  it('every variable, and a production that sets them starts', () => {
    const known = variables.map(({ name }) => name)
    expect(release.variables.filter((name) => !known.includes(name))).toEqual([])
    const [key, newer, older] = [1, 2, 3].map(() => randomBytes(32).toString('hex'))
    const production = {
      NODE_ENV: 'production',
      PORT: '3000',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://portal.example',
      DATABASE_URL: 'postgres://portal@127.0.0.1/portal',
      SECRET_KEY: key,
      CARD_KEYS: `${newer},${older}`,
      ACQUIRER: 'cielo',
      ACQUIRER_URL: 'https://api.example',
      CIELO_QUERY_URL: 'https://query.example',
      CIELO_MERCHANT_ID: '00000000-0000-4000-8000-000000000000',
      CIELO_MERCHANT_KEY: 'K'.repeat(40),
      CIELO_SOFT_DESCRIPTOR: 'GARAGEM',
      CIELO_NOTIFICATION_SECRET: randomBytes(32).toString('hex'),
      SMTP_URL: 'smtps://mail.example',
      CAPTCHA: 'recaptcha',
      RECAPTCHA_SITE_KEY: 'k',
      RECAPTCHA_SECRET: 's',
      TRUST_PROXY: '2',
    }
    expect(readConfig(production)).toMatchObject({ production: true, acquirer: 'cielo', proxies: 2 })
  })

  it('the cookies', () => {
    expect([sessionCookie, csrfCookieName]).toEqual(release.cookies)
  })
})
