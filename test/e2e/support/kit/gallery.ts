import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type KitServer, startKitServer } from '../../kitServer.ts'
import { desktop, phone, type SharedPhone, sharedPhone } from '../browser.ts'

/** The kit's own test server for a file, on the worker's phone, which has nothing on it before each test. */
export function onTheKit(take: (at: { server: KitServer; context: BrowserContext }) => void): void {
  let server: KitServer
  let shared: SharedPhone
  beforeAll(async () => {
    server = await startKitServer()
    shared = await sharedPhone()
    take({ server, context: shared.context })
  })
  afterEach(async () => {
    await shared.wipe([server.address])
    server.troubles.mendAll()
  })
  afterAll(() => server.close())
}

/** The gallery as wide as a desk. */
export async function openGallery(
  context: BrowserContext,
  { address }: KitServer,
  query: string,
): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize(desktop)
  await page.goto(`${address}/#/dev/ui?${query}`)
  return page
}

/** A browser whose owner has answered the cookie dialog of the kit's server, before anything is opened in it. */
export async function galleryPhone(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: phone,
    serviceWorkers: 'block',
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  })
  const value = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
  await context.addCookies([{ name: 'analytics_data', value, url }])
  return context
}
