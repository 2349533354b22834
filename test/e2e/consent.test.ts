import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { until } from '#test/support/process.ts'
import { connect } from './support/browser.ts'
import { callAs } from './support/customer.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'
import { staffBrowser } from './support/staff.ts'
import { fillData, goToPaymentType, openTicket } from './support/steps.ts'
import { parkedCar } from './support/demo.ts'

let context: BrowserContext
let page: Page
onAPhone((fresh) => ({ context, page } = fresh))
beforeEach(async () => {
  // A visitor without cookies.
  await context.clearCookies()
  await page.addInitScript(`addEventListener('analytics init', () => {
    document.documentElement.dataset.analyticsInit = '1'
  })`)
})

const remembered = 'guiche.remembered'
const script = 'https://metrics.example/a.js'
const bar = () => page.getByRole('dialog', { name: 'Cookies' })
const keptConsent = async () => {
  const cookie = (await context.cookies()).find(({ name }) => name === 'analytics_data')
  return cookie && { ...cookie, value: decodeURIComponent(cookie.value) }
}

/** The operator switches analytics on or off, and the page is served with the new setting. */
async function setAnalytics(on: boolean): Promise<void> {
  const staff = await staffBrowser(await connect(), 1)
  const path = '/api/staff/settings'
  const stored = Object(at(await callAs(staff, `${path}/edit`), 'entity'))
  const data = { ...stored, analyticsEnabled: on, analyticsScriptUrl: on ? script : '' }
  await callAs(staff, path, { method: 'PUT', data })
  const served = async () => (await (await fetch(portalUrl())).text()).includes(script)
  await until('the page is served so', async () => (await served()) === on)
  await staff.close()
}

/** Replaces the foreign script by ours. Answers the requested addresses. */
async function withAnalytics(): Promise<string[]> {
  const asked: string[] = []
  await page.route(script, async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  return asked
}

const open = async (hash = '#/ticket/read') => {
  await page.goto(`${portalUrl()}/${hash}`)
  await page.waitForSelector('html[data-ready]')
}

describe('the cookie dialog, where the operator has analytics', () => {
  beforeAll(() => setAnalytics(true))
  afterAll(() => setAnalytics(false))

  it('opens at the foot without blocking the page, and Aceitar is stored for a month', async () => {
    const asked = await withAnalytics()
    await open()
    await bar().waitFor()
    await expectSound(page)
    await page.getByLabel('Número do ticket').fill('123')
    expect(asked).toEqual([])
    expect(await keptConsent()).toBeUndefined()
    await page.getByRole('button', { name: 'Aceitar' }).click()
    await bar().waitFor({ state: 'hidden' })
    await page.waitForSelector('html[data-analytics-init]')
    const cookie = await keptConsent()
    expect(JSON.parse(cookie?.value ?? '')).toEqual({ initialized: true, accepted: true, ua: true })
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' })
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 86_400)
    await expect.poll(() => asked).toEqual([script])
    expect(await page.getByLabel('Número do ticket').inputValue()).toBe('123')
    await open('#/ticket/')
    await page.waitForSelector('html[data-analytics-init]')
    expect(await bar().count()).toBe(0)
  })

  it('keeps its height where the screen focuses a field, and is a line once a person touches one', async () => {
    await open()
    await bar().waitFor()
    const height = () => bar().evaluate((element) => element.clientHeight)
    const asked = await height()
    const field = page.getByLabel('Número do ticket')
    await field.evaluate((input) => {
      input.focus()
      return new Promise(requestAnimationFrame)
    })
    expect(await height()).toBe(asked)
    await field.click()
    await expect.poll(height).toBeLessThan(60)
    expect(asked).toBeGreaterThan(100)
  })

  it('Gerenciar Cookies: the session cookie is mandatory, analytics can be refused and is then not loaded', async () => {
    const asked = await withAnalytics()
    await open()
    await page.getByRole('button', { name: 'Gerenciar Cookies' }).click()
    const needed = page.getByLabel('Cookie de sessão (obrigatório)')
    expect([await needed.isChecked(), await needed.isDisabled()]).toEqual([true, true])
    const optional = page.getByLabel('Metadados de navegação')
    expect(await optional.isChecked()).toBe(true)
    await expectSound(page)
    await optional.uncheck()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await bar().waitFor({ state: 'hidden' })
    expect(JSON.parse((await keptConsent())?.value ?? '')).toMatchObject({ accepted: true, ua: false })
    expect(asked).toEqual([])
  })

  it('consent is revoked from the footer', { tags: 'deep' }, async () => {
    const asked = await withAnalytics()
    await open()
    await page.getByRole('button', { name: 'Aceitar' }).click()
    await expect.poll(() => asked).toHaveLength(1)
    await page.getByRole('button', { name: 'Rever consentimento' }).click()
    await page.getByLabel('Metadados de navegação').uncheck()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await reloaded
    await page.waitForSelector('html[data-analytics-init]')
    expect(asked).toHaveLength(1)
  })

  it(
    'consent revoked in another tab unloads the script here when the page becomes visible',
    { tags: 'deep' },
    async () => {
      const asked = await withAnalytics()
      await open()
      await page.getByRole('button', { name: 'Aceitar' }).click()
      await expect.poll(() => asked).toHaveLength(1)
      const first = page
      page = await context.newPage()
      await withAnalytics()
      await open()
      await page.getByRole('button', { name: 'Rever consentimento' }).click()
      await page.getByLabel('Metadados de navegação').uncheck()
      await page.getByRole('button', { name: 'Salvar' }).click()
      await bar().waitFor({ state: 'hidden' })
      const reloaded = first.waitForEvent('load')
      // A headless page is always visible and gets no visibility events.
      await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await reloaded
      await first.waitForSelector('html[data-analytics-init]')
      expect(asked).toHaveLength(1)
    },
  )

  it(
    'analytics allowed in one tab prevents remembered payer data in another tab',
    { tags: 'deep' },
    async () => {
      const asked = await withAnalytics()
      await openTicket(page, await parkedCar(130))
      await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
      const box = page.getByText('Lembrar neste aparelho')
      await box.waitFor()
      const first = page
      page = await context.newPage()
      const askedThere = await withAnalytics()
      await open()
      await page.getByRole('button', { name: 'Aceitar' }).click()
      await expect.poll(() => askedThere).toHaveLength(1)
      await box.check()
      await fillData(first)
      await first.getByRole('heading', { name: 'Preencha seus endereço' }).waitFor()
      expect(await page.evaluate((key) => localStorage.getItem(key), remembered)).toBeNull()
      expect(asked).toEqual([])
    },
  )

  it(
    'the card screen is a document without the analytics script, and Back leaves that document',
    { tags: 'deep' },
    async () => {
      const asked = await withAnalytics()
      const code = await parkedCar(130)
      await openTicket(page, code)
      await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
      await page.getByText('Lembrar neste aparelho').waitFor()
      await page.evaluate((key) => localStorage.setItem(key, '{}'), remembered)
      await page.getByRole('button', { name: 'Aceitar' }).click()
      await page.waitForSelector('html[data-analytics-init]')
      // Remembered data of this device are deleted, and nothing is remembered from now on.
      expect(await page.evaluate((key) => localStorage.getItem(key), remembered)).toBeNull()
      await expect.poll(() => page.getByText('Lembrar neste aparelho').count()).toBe(0)
      // Not on screens with personal data (docs/spec.md#r28).
      expect(asked).toEqual([])
      await goToPaymentType(page, code)
      // On the value and on the payment type, in separate documents.
      await expect.poll(() => asked).toHaveLength(2)
      const before = asked.length
      await page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }).click()
      await page.getByLabel('Número do Cartão').waitFor()
      expect(new URL(page.url()).search).toBe('?card')
      expect(await page.locator(`script[src="${script}"]`).count()).toBe(0)
      await page.goBack()
      await page.getByRole('heading', { name: 'Forma de pagamento' }).waitFor()
      expect(new URL(page.url()).search).toBe('')
      await page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }).click()
      await page.getByLabel('Número do Cartão').waitFor()
      expect(new URL(page.url()).search).toBe('?card')
      expect(asked.length - before).toBeLessThanOrEqual(1)
    },
  )
})

describe('the cookie dialog', () => {
  it('an unreadable consent cookie is reported, and the defaults apply', async () => {
    await context.addCookies([{ name: 'analytics_data', value: '{accepted', url: portalUrl() }])
    await open()
    await page.getByText('Erro de parse no analytics obj.').waitFor()
    await page.getByRole('button', { name: 'Gerenciar Cookies' }).click()
    await expect.poll(() => page.getByLabel('Metadados de navegação').isChecked()).toBe(true)
  })

  it('is not shown inside the native app', async () => {
    await page.addInitScript('window.guicheApp = {}')
    await open()
    await page.waitForSelector('html[data-analytics-init]')
    expect(await bar().count()).toBe(0)
  })

  it(
    'neither the cookie dialog nor the offline banner covers a button or text',
    { tags: 'deep' },
    async () => {
      await open('#/ticket/')
      await bar().waitFor()
      await context.setOffline(true)
      await page.getByText('Sem conexão.', { exact: true }).waitFor()
      const shown = [
        page.getByRole('heading', { level: 1 }),
        page.getByRole('link', { name: 'PAGAR TICKET AVULSO' }),
        page.getByRole('button', { name: 'Aceitar' }),
      ]
      for (const viewport of [
        { width: 360, height: 640 },
        { width: 320, height: 568 },
      ]) {
        await page.setViewportSize(viewport)
        for (const part of shown) await expect.poll(() => takesTaps(part)).toBe(true)
      }
      await context.setOffline(false)
      await open('#/contact')
      await context.setOffline(true)
      await page.getByText('Sem conexão.', { exact: true }).waitFor()
      await expect.poll(() => takesTaps(page.getByRole('button', { name: 'Voltar' }))).toBe(true)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expect.poll(() => takesTaps(page.getByText(/^Desenvolvido por/))).toBe(true)
    },
  )

  it('is not clipped with large text, nor are the title and the amount', { tags: 'deep' }, async () => {
    const code = await parkedCar(130)
    await open('#/ticket/')
    await bar().waitFor()
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const parts = [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: 'Aceitar' })]
    for (const part of parts) expect(await isWhole(part)).toBe(true)
    await page.goto(`${portalUrl()}/#/ticket/value?ticket=${code}`)
    await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).waitFor()
    expect(await isWhole(page.getByText('R$ 7,00').first())).toBe(true)
    // Nothing covers the content.
    const position = page.getByRole('button', { name: 'IR PARA PAGAMENTO' })
    const before = (await position.boundingBox())?.y ?? 0
    await page.evaluate(() => window.scrollBy(0, 100))
    expect((await position.boundingBox())?.y).toBeCloseTo(before - 100, 0)
  })

  it(
    'shrinks to one line once a field is filled; with large text the 13 digits stay whole',
    { tags: 'deep' },
    async () => {
      await open()
      await bar().waitFor()
      const height = async () => (await bar().boundingBox())?.height ?? Number.NaN
      expect(await height()).toBeGreaterThan(100)
      const field = page.getByLabel('Número do ticket')
      await field.fill('0001234567890')
      await expect.poll(height).toBeLessThan(50)
      expect(await bar().getByRole('link', { name: 'Política de Privacidade' }).count()).toBe(1)
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      expect(await isWhole(field)).toBe(true)
      expect(await height()).toBeLessThan(200)
      await page.getByRole('button', { name: 'Aceitar' }).click()
      await bar().waitFor({ state: 'hidden' })
    },
  )

  it('leads to the terms, and back to the welcome screen', async () => {
    await open()
    await bar().getByRole('link', { name: 'Política de Privacidade' }).click()
    await page.waitForURL(/terms\/privacyPolicy\?backTo=welcome/)
    expect(await bar().count()).toBe(1)
  })
})

/** Whether the element is in view and not covered: at its middle and corners. */
function takesTaps(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 12, top + 6],
      [right - 12, bottom - 6],
    ]
    return points.every(([x = 0, y = 0]) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    })
  })
}

/** Whether nothing is cut off at the sides of the screen or outside its own box. */
function isWhole(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return left >= 0 && right <= innerWidth && element.scrollWidth <= element.clientWidth + 1
  })
}
