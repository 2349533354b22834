import type { Browser, Page } from 'playwright-core'

/** A line and a phone: round trip in milliseconds, bits per second down, and how much slower the processor is. */
export type Line = { rttMs: number; kbps: number; cpuSlowdown: number }

type Visit = { readyMs: number; requests: number; thirdParty: number }

/**
 * When a screen can be used: the portal's own event `guiche:ready`, after which every click counts. Counts the
 * requests until then. `again` visits a second time, when the service worker has the files.
 */
export async function readyOn(
  browser: Browser,
  address: string,
  line: Line,
): Promise<{ first: Visit; again: Visit }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true })
  await context.addInitScript(`addEventListener('guiche:ready', () => {
    const { dataset } = document.documentElement
    dataset.requests = String(1 + performance.getEntriesByType('resource').length)
    dataset.readyMs = String(performance.now())
  })`)
  const first = await visit()
  const page = context.pages()[0]
  await page?.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  await page?.close()
  const again = await visit()
  await context.close()
  return { first, again }

  async function visit(): Promise<Visit> {
    const page = await context.newPage()
    await shapeLine(page, line)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForSelector('html[data-ready-ms]', { state: 'attached', timeout: 60_000 })
    const readyMs = Number(await page.getAttribute('html', 'data-ready-ms'))
    const requests = Number(await page.getAttribute('html', 'data-requests'))
    const origin = new URL(address).origin
    const thirdParty = asked.filter((url) => /^https?:/.test(url) && new URL(url).origin !== origin).length
    return { readyMs, requests, thirdParty }
  }
}

/** Sets such a line and such a processor for this page. */
export async function shapeLine(page: Page, line: Line): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const bytesPerSecond = (line.kbps * 1000) / 8
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.rttMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: line.cpuSlowdown })
}
