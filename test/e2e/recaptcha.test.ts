import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiledOnce, copyDatabase, embeddedTemplate } from '#test/support/database/embedded/template.ts'
import { freePort } from '../../tools/dev/freePort.ts'
import { type PortalProcess, startProcess } from '#test/support/process.ts'
import { connect, leave, newPhone } from './support/browser.ts'
import { expectSound } from './support/sound.ts'

let browser: Browser
let portal: PortalProcess
let google: Server
const dataDir = mkdtempSync(join(tmpdir(), 'guiche-recaptcha-'))
const verified: string[] = []

/** Google's siteverify, as far as the portal uses it. */
async function startSiteverify(): Promise<string> {
  const port = await freePort()
  google = createServer((request, reply) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const code = new URLSearchParams(body).get('response') ?? ''
      verified.push(code)
      reply.setHeader('content-type', 'application/json')
      reply.end(JSON.stringify({ success: code.startsWith('good') }))
    })
  })
  await new Promise<void>((resolve) => google.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${port}/siteverify`
}

beforeAll(async () => {
  browser = await connect()
  const template = await embeddedTemplate()
  copyDatabase(template.dataDir, dataDir)
  template.drop()
  const env = {
    DATA_DIR: dataDir,
    CAPTCHA: 'recaptcha',
    JANITOR_INTERVAL_MS: '2000',
    RECAPTCHA_SITE_KEY: 'site-key',
    RECAPTCHA_SECRET: 'secret',
    RECAPTCHA_VERIFY_URL: await startSiteverify(),
  }
  portal = await startProcess(env, undefined, compiledOnce)
})
afterAll(async () => {
  await leave(browser)
  await portal.stop()
  google.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Google's script, as far as the page uses it: a checkbox that can be drawn only after a while. */
const script = `
  let n = 0
  const solve = (options) => options.callback('good-' + ++n + '-' + performance.now())
  window.grecaptcha = {}
  setTimeout(() => {
    window.grecaptcha.render = (place, options) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Não sou um robô'
      button.onclick = () => solve(options)
      place.append(button)
      return 1
    }
    window.grecaptcha.reset = () => undefined
  }, 700)
`

/** `lost`: how many times the script does not arrive. */
async function newPage({ lost = 0 } = {}): Promise<{ page: Page; asked: string[] }> {
  const context = await newPhone(browser)
  const page = await context.newPage()
  const asked: string[] = []
  await page.route('https://www.google.com/**', (route) => {
    asked.push(route.request().url())
    if (asked.length <= lost) return route.abort()
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })
  return { page, asked }
}

describe('with reCAPTCHA set by the operator', () => {
  it('the script loads only with the check; the login waits for the checkbox', { tags: 'deep' }, async () => {
    const { page, asked } = await newPage()
    await page.goto(`${portal.url}/#/ticket/read`)
    await page.getByRole('heading', { name: 'Buscar ticket' }).waitFor()
    expect(asked).toEqual([])
    await page.goto(`${portal.url}/#/login/`)
    await page.getByRole('button', { name: 'Não sou um robô' }).waitFor()
    expect(asked).toHaveLength(1)
    const enter = page.getByRole('button', { name: 'ENTRAR' })
    expect(await enter.isDisabled()).toBe(true)
    await page.getByText('Marque a verificação de segurança acima.').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Não sou um robô' }).click()
    await expect.poll(() => enter.isEnabled()).toBe(true)
    await page.getByLabel('E-mail').fill('ninguem@exemplo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill('segredo1')
    await enter.click()
    await page.getByText('E-mail ou senha inválidos.').waitFor()
    expect(verified.some((code) => code.startsWith('good-1'))).toBe(true)
    await expect.poll(() => enter.isDisabled()).toBe(true)
    await page.context().close()
  })

  it('a call that requires the human check leads to it and back', { tags: 'deep' }, async () => {
    const { page } = await newPage()
    await page.goto(`${portal.url}/#/ticket/read`)
    await page.getByLabel('Número do ticket').fill('0000000000000')
    await page.getByRole('button', { name: 'CONSULTAR VALOR' }).click()
    await page.getByRole('heading', { name: 'Verificação de segurança' }).waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Não sou um robô' }).click()
    await page.getByRole('heading', { name: 'Buscar ticket' }).waitFor()
    await page.getByLabel('Número do ticket').fill('0000000000000')
    await page.getByRole('button', { name: 'CONSULTAR VALOR' }).click()
    await page.getByText('Ticket não encontrado. Confira o número e tente novamente.').waitFor()
    expect(page.url()).toContain('#/ticket/read')
    expect(await page.locator('script[src*="google"]').count()).toBe(1)
    // Card fields are never drawn in a document with Google's script.
    await page.goto(`${portal.url}/#/payment/0123456789abcdef0123456789abcdef/creditDebitCard`)
    await page.getByRole('heading', { name: 'Pagamento não encontrado' }).waitFor()
    expect(page.url()).toContain('/?card#/payment/')
    expect(await page.locator('script[src*="google"]').count()).toBe(0)
    await page.context().close()
  })

  it('a script that fails to load is reported and can be retried', { tags: 'deep' }, async () => {
    const { page } = await newPage({ lost: 1 })
    await page.goto(`${portal.url}/#/account/recaptcha?to=contact`)
    await page.getByText('Não foi possível carregar a verificação de segurança.').waitFor()
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByRole('button', { name: 'Não sou um robô' }).click()
    await page.getByRole('heading', { name: 'Fale conosco' }).waitFor()
    expect(page.url()).toContain('#/contact')
    await page.context().close()
  })
})
