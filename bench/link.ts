// npm run bench:link [-- runs]: from the link on the ticket to the price, on a shaped line, in phases.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import * as z from 'zod/mini'
import { startProcess } from '../test/support/process.ts'
import { buildWeb } from '../tools/build.ts'
import { findChromium } from '../tools/steps/chromium.ts'
import { median } from './median.ts'
import { type Line, shapeLine } from './page/ready.ts'
import { readPageTimes, pageTimesScript } from './page/pageTimes.ts'

/** 400 ms, 50 kB/s, a processor four times as slow. */
const line: Line = { rttMs: 400, kbps: 400, cpuSlowdown: 4 }

/** Milliseconds until the price is shown; docs/performance.md#from-the-link-to-the-price-npm-run-benchlink. */
const limits = { first: 4000, again: 4000 }

/** The scripts that may be loaded by then: the entry and the bundler's runtime. */
const mostChunkBytes = 3000

/** Instants in milliseconds from the start of the visit, and the requests. */
type Visit = Readonly<Record<Phase, number>> & {
  lookUps: number
  refused: number
  chunks: number
  chunkBytes: number
}
type Phase = keyof typeof phases

const phases = {
  html: 'the page is here',
  says: 'the screen says what it does',
  asked: 'the look-up that is answered is sent',
  answered: 'it is answered',
  price: 'THE PRICE IS IN SIGHT',
  ready: 'the price’s screen can be used',
} as const

const runs = Number(process.argv[2] ?? 5)
const dataDir = mkdtempSync(join(tmpdir(), 'guiche-link-'))
await buildWeb({ quiet: true })
const portal = await startProcess({ DATA_DIR: dataDir, CAPTCHA: 'altcha' })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const over = await measure(browser)
  for (const failure of over) process.stdout.write(`ABOVE ${failure}\n`)
  process.exitCode = over.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await portal.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(browser: Browser): Promise<string[]> {
  const visits = { first: [] as Visit[], again: [] as Visit[] }
  const codes = await openTickets()
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true })
    await context.addInitScript(pageTimesScript)
    visits.first.push(await visit(context, codes[0] ?? ''))
    await context.pages()[0]?.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await context.pages()[0]?.close()
    // A visit on another day: the page is cached, the session is not.
    await context.clearCookies()
    visits.again.push(await visit(context, codes[1] ?? ''))
    await context.close()
  }
  return [
    rowsOf('first visit', visits.first, limits.first),
    rowsOf('repeat visit', visits.again, limits.again),
  ].flat()
}

function rowsOf(name: string, visits: readonly Visit[], limit: number): string[] {
  process.stdout.write(`${name}, median of ${visits.length}\n`)
  for (const [phase, text] of Object.entries(phases)) {
    if (isPhase(phase))
      process.stdout.write(`  ${String(Math.round(of(visits, phase))).padStart(6)} ms  ${text}\n`)
  }
  const most = (what: 'lookUps' | 'refused' | 'chunks' | 'chunkBytes') =>
    Math.max(...visits.map((visit) => visit[what]))
  process.stdout.write(
    `  ${most('lookUps')} look-ups, ${most('refused')} refused, ${most('chunks')} chunks (${most('chunkBytes')} bytes over the line) had come by then\n`,
  )
  const [price, bytes] = [of(visits, 'price'), most('chunkBytes')]
  return [
    ...(price > limit ? [`${name}: the price after ${Math.round(price)} of ${limit} ms`] : []),
    ...(bytes > mostChunkBytes
      ? [`${name}: ${bytes} of ${mostChunkBytes} bytes of scripts before the price`]
      : []),
  ]
}

function of(visits: readonly Visit[], phase: Phase): number {
  return median(visits.map((visit) => visit[phase]))
}

function isPhase(name: string): name is Phase {
  return name in phases
}

/** Two unpaid tickets of the demo. */
async function openTickets(): Promise<string[]> {
  const demo: unknown = await (await fetch(`${portal.url}/dev/demo`)).json()
  const { tickets } = z.parse(
    z.object({ tickets: z.array(z.object({ code: z.string(), note: z.string() })) }),
    demo,
  )
  return tickets.filter(({ note }) => note.startsWith('em aberto')).map(({ code }) => code)
}

async function visit(context: BrowserContext, code: string): Promise<Visit> {
  const page = await context.newPage()
  await shapeLine(page, line)
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/tk_ticket/read')) answers.push(response.status())
  })
  await page.goto(`${portal.url}/#/ticket/read?ticket=${code}`, { waitUntil: 'commit' })
  return {
    ...(await readPageTimes(page)),
    lookUps: answers.length,
    refused: answers.filter((status) => status >= 400).length,
  }
}
