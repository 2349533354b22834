import type { Browser, BrowserContext, Page } from 'playwright-core'
import { phone } from '../browser.ts'

type Size = { width: number; height: number }
type Wish = { url: string; query: string; viewport: Size }

/** The kit's gallery on the kit's own test server, in a browser whose owner has answered the cookie dialog. */
export async function openGallery(browser: Browser, { url, query, viewport }: Wish): Promise<Page> {
  const context = await galleryPhone(browser, url, viewport)
  const page = await context.newPage()
  await page.goto(`${url}/#/dev/ui?${query}`)
  return page
}

/** That browser, before anything is opened in it. */
export async function galleryPhone(
  browser: Browser,
  url: string,
  viewport: Size = phone,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  })
  const value = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
  await context.addCookies([{ name: 'analytics_data', value, url }])
  return context
}
