import { expect, it } from 'vitest'
import { defaultPageSettings } from '#site/pageSettings.ts'
import { startPortal } from '#test/support/portal.ts'
import { buildApp } from '../app.ts'

const shell = {
  draw: () => '<html></html>',
  build: 'build',
  scriptHashes: ["sha256-'x'"],
  styleHashes: [],
}

it('the page for cards is served under a policy that knows no other origin, whatever the operator set', async () => {
  const portal = await startPortal({
    captcha: 'recaptcha',
    env: { RECAPTCHA_SITE_KEY: 'k', RECAPTCHA_SECRET: 's' },
  })
  const set = { analyticsEnabled: true, analyticsScriptUrl: 'https://metrics.example/a.js' }
  const pageSettings = async () => ({ ...defaultPageSettings, ...set })
  const app = await buildApp({ ...portal.deps, pageSettings }, { shell, logger: false })
  try {
    const policyOf = async (url: string) =>
      String((await app.inject({ url })).headers['content-security-policy'])
    const foreign = /https?:|\*/
    expect(await policyOf('/')).toMatch(/script-src [^;]*https:\/\/metrics\.example/)
    expect(await policyOf('/')).toContain('https://www.google.com/recaptcha/')
    for (const url of ['/?card', '/?card=1', '/?utm=x&card']) expect(await policyOf(url)).not.toMatch(foreign)
  } finally {
    await app.close()
    await portal.close()
  }
})
