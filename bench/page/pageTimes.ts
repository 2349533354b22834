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

/** When the page showed what, and its requests, in milliseconds from the start. Waits until the page can be used. */
export async function readPageTimes(
  page: Page,
): Promise<z.output<typeof seenSchema> & z.output<typeof timesSchema>> {
  await page.waitForSelector('html[data-benched]', { state: 'attached', timeout: 60_000 })
  const seen = z.parse(seenSchema, await page.evaluate('window.bench'))
  return { ...seen, ...z.parse(timesSchema, await page.evaluate(timesOf)) }
}

/** In the page: checks at each frame what is shown. */
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
  // Responses from the service worker or the cache are not counted.
  const chunkBytes = chunks.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return { html: page.responseEnd, asked: read.startTime, answered: read.responseEnd, chunks: chunks.length, chunkBytes }
})()`
