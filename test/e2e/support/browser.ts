import { existsSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The machine's Chromium: CHROMIUM, or where Debian puts it. Throws when there is none; never skips. */
export function chromiumPath(): string {
  const path = [process.env['CHROMIUM'], ...known].find(
    (candidate) => candidate !== undefined && existsSync(candidate),
  )
  if (path) return path
  throw new Error('no Chromium found: apt-get install -y chromium, or set CHROMIUM to its path')
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export const phone = { width: 360, height: 740 } as const
export const desktop = { width: 1280, height: 800 } as const

/** A phone of its own: 360 px wide, Portuguese, no motion; its owner has answered the cookie dialog. */
export async function newPhone(
  browser: Browser,
  viewport: { width: number; height: number } = phone,
): Promise<BrowserContext> {
  const context = await strangersPhone(browser, viewport)
  const value = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
  await context.addCookies([{ name: 'analytics_data', value, url: inject('portalUrl') }])
  return context
}

/** A phone that has never seen the portal. */
export function strangersPhone(
  browser: Browser,
  viewport: { width: number; height: number } = phone,
): Promise<BrowserContext> {
  return browser.newContext({
    viewport,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  })
}

/** Fails with what axe found on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect({ screen: await page.title(), found }).toMatchObject({ found: [] })
}

/** Nothing wider than the screen, and axe finds nothing, on a phone and on a desktop. */
export async function expectSound(page: Page): Promise<void> {
  for (const viewport of [desktop, { width: 320, height: 640 }, phone]) {
    await page.setViewportSize(viewport)
    const over = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(over, { message: `wider than ${viewport.width}` }).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
}
