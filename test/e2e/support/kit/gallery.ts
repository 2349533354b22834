import type { Browser, Page } from 'playwright-core'

type Wish = { url: string; query: string; viewport: { width: number; height: number } }

/** The kit's gallery on the kit's own test server, in a browser whose owner has answered the cookie dialog. */
export async function openGallery(browser: Browser, { url, query, viewport }: Wish): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  })
  const value = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
  await context.addCookies([{ name: 'analytics_data', value, url }])
  const page = await context.newPage()
  await page.goto(`${url}/#/dev/ui?${query}`)
  return page
}
