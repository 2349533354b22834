import type { Page } from 'playwright-core'
import * as z from 'zod/mini'

const seenSchema = z.object({ says: z.number(), price: z.number(), ready: z.number() })
const timesSchema = z.object({
  html: z.number(),
  asked: z.number(),
  answered: z.number(),
  chunks: z.number(),
  chunkBytes: z.number(),
})

/** What a person saw when, and what the page asked for, in milliseconds from the start. Waits until it can be used. */
export async function readPageTimes(
  page: Page,
): Promise<z.output<typeof seenSchema> & z.output<typeof timesSchema>> {
  await page.waitForSelector('html[data-benched]', { state: 'attached', timeout: 60_000 })
  const seen = z.parse(seenSchema, await page.evaluate('window.bench'))
  return { ...seen, ...z.parse(timesSchema, await page.evaluate(timesOf)) }
}

/** In the page: looks at each frame what a person can read. */
export const pageTimesScript = `(() => {
  const bench = (window.bench = {})
  const look = () => {
    const text = document.body?.innerText ?? ''
    if (bench.says === undefined && /aguarde|verificação|R\\$/i.test(text)) bench.says = performance.now()
    if (bench.price === undefined && /R\\$\\s*\\d+,\\d\\d/.test(text)) bench.price = performance.now()
    const button = [...document.querySelectorAll('#root button')].find((one) => one.textContent === 'IR PARA PAGAMENTO')
    if (button && button.checkVisibility()) {
      bench.ready = performance.now()
      document.documentElement.dataset.benched = ''
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

const timesOf = `(() => {
  const [page] = performance.getEntriesByType('navigation')
  const all = performance.getEntriesByType('resource')
  const read = all.filter(({ name }) => name.endsWith('/api/tk_ticket/read')).at(-1)
  const chunks = all.filter(({ name, responseEnd }) => /assets\\/.*\\.js$/.test(name) && responseEnd < window.bench.price)
  // Over the line: what the service worker has, or the browser, counts nothing.
  const chunkBytes = chunks.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return { html: page.responseEnd, asked: read.startTime, answered: read.responseEnd, chunks: chunks.length, chunkBytes }
})()`
