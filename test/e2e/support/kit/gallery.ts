import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type KitServer, startKitServer } from '../../kitServer.ts'
import { answerCookies, desktop, phone, type SharedPhone, sharedPhone } from '../browser.ts'

/** The kit's test server for a file, on the worker's phone, which is wiped before each test. */
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
    server.faults.clearAll()
  })
  afterAll(() => server.close())
}

/** The gallery in a desktop's width. */
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

/** A browser that has answered the cookie dialog of the kit's server. */
export async function galleryPhone(browser: Browser, url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: phone,
    serviceWorkers: 'block',
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  })
  await answerCookies(context, url)
  return context
}
