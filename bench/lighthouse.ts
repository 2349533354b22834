// npm run bench:lighthouse [-- runs screen...]: the public screens in Lighthouse, and their times on a shaped line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { chromium } from 'playwright-core'
import { startProcess } from '../test/support/process.ts'
import { buildWeb } from '../tools/build.ts'
import { findChromium } from '../tools/steps/chromium.ts'
import { median } from './median.ts'
import { type Line, readyOn } from './page/ready.ts'

/** Screens that anybody may open; those drawn at build time come with the page. */
const screens = {
  '/#/ticket/': 'drawn',
  '/#/ticket/read': 'drawn',
  '/#/contact': 'drawn',
  '/#/terms/privacyPolicy': 'drawn',
  '/#/login/': 'by the app',
  '/#/login/recover_email': 'by the app',
  '/#/account/create': 'by the app',
} as const
type Screen = keyof typeof screens

/** The least scores, out of 100. */
const leastScores = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof leastScores

/** The shaped lines of docs/performance.md. */
const lines = {
  'slow 4G': { rttMs: 150, kbps: 1600, cpuSlowdown: 4 },
  'bad 3G': { rttMs: 400, kbps: 400, cpuSlowdown: 6 },
} as const satisfies Record<string, Line>
type LineName = keyof typeof lines

/** Milliseconds; `again` is a repeat visit, with the service worker. */
const limits = {
  'slow 4G': {
    drawn: { lcp: 1000, ready: 1700, again: 500 },
    'by the app': { lcp: 2000, ready: 2000, again: 700 },
  },
  'bad 3G': {
    drawn: { lcp: 2200, ready: 4300, again: 500 },
    'by the app': { lcp: 5300, ready: 5300, again: 700 },
  },
} as const

const [asked = '5', ...wanted] = process.argv.slice(2)
const runs = Number(asked)
const unknown = wanted.filter((one) => !(one in screens))
if (unknown.length > 0)
  throw new Error(`no such screen: ${unknown.join(', ')}; there are ${names(screens).join(', ')}`)
const dataDir = mkdtempSync(join(tmpdir(), 'guiche-lighthouse-'))
await buildWeb({ quiet: true })
const portal = await startProcess({ DATA_DIR: dataDir, CAPTCHA: 'altcha' })
const failures: string[] = []
try {
  for (const screen of names(screens).filter((one) => wanted.length === 0 || wanted.includes(one))) {
    failures.push(...(await score(screen)))
    for (const name of names(lines)) failures.push(...(await time(screen, name)))
  }
} finally {
  await portal.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
for (const failure of failures) process.stdout.write(`BELOW ${failure}\n`)
process.exit(failures.length > 0 ? 1 : 0)

/** One visit in a browser of its own, because Lighthouse fails in a used one. */
async function visit(screen: string, flags: Flags): Promise<Result> {
  for (let left = 2; ; left -= 1) {
    const chrome = await launch({
      chromePath: findChromium(),
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
    })
    try {
      const common = { port: chrome.port, output: 'json', logLevel: 'error', formFactor: 'mobile' } as const
      const visited = await lighthouse(portal.url + screen, { ...common, ...flags })
      if (visited && !visited.lhr.runtimeError) return visited.lhr
      const said = visited?.lhr.runtimeError?.message ?? 'nothing'
      if (left === 0) throw new Error(`Lighthouse said of ${screen}: ${said}`)
      process.stdout.write(`  once more: ${said}\n`)
    } finally {
      chrome.kill()
    }
  }
}

/** Lighthouse's own scores with its simulated throttling; the median of `runs` visits. */
async function score(screen: string): Promise<string[]> {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) {
    results.push(await visit(screen, { onlyCategories: names(leastScores) }))
  }
  const of = (result: Result, category: Category) =>
    Math.round((result.categories[category]?.score ?? 0) * 100)
  const reached = names(leastScores).map((category) => ({
    category,
    points: median(results.map((result) => of(result, category))),
    audits: [...new Set(results.flatMap((result) => lowAudits(result, category)))],
  }))
  process.stdout.write(
    `${screen}\n  ${reached.map(({ category, points }) => `${category} ${points}`).join(', ')}\n`,
  )
  return reached
    .filter(({ category, points }) => points < leastScores[category])
    .map(
      ({ category, points, audits }) =>
        `${screen} ${category} ${points} of ${leastScores[category]}: ${audits.join(', ')}`,
    )
}

/** The audits that cost points, with Lighthouse's text. */
function lowAudits(result: Result, category: Category): string[] {
  return (result.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${result.audits[id]?.displayValue ?? ''}`.trim())
}

function names<T extends object>(table: T): (keyof T & string)[] {
  const isName = (name: string): name is keyof T & string => name in table
  return Object.keys(table).filter(isName)
}

/** The median times of `runs` visits on a shaped line, without a cache but for the repeat visit. */
async function time(screen: Screen, name: LineName): Promise<string[]> {
  const line = lines[name]
  const lcps: number[] = []
  const shifts: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const { audits } = await visit(screen, {
      onlyAudits: ['largest-contentful-paint', 'cumulative-layout-shift'],
      throttlingMethod: 'devtools',
      throttling: throttling(line),
    })
    lcps.push(audits['largest-contentful-paint']?.numericValue ?? Infinity)
    shifts.push(audits['cumulative-layout-shift']?.numericValue ?? Infinity)
  }
  const readies = await readyTimes(screen, line)
  const found = {
    lcp: median(lcps),
    ready: median(readies.map(({ first }) => first.readyMs)),
    again: median(readies.map(({ again }) => again.readyMs)),
  }
  const requests = Math.max(...readies.map(({ first }) => first.requests))
  process.stdout.write(
    `  ${name}: LCP ${found.lcp.toFixed(0)} ms, ready ${found.ready.toFixed(0)} ms, repeat visit ready ${found.again.toFixed(0)} ms,` +
      ` ${requests} requests, CLS ${median(shifts).toFixed(3)}\n`,
  )
  const most = limits[name][screens[screen]]
  const wrong = names(most)
    .filter((what) => found[what] > most[what])
    .map((what) => `${screen} on ${name}: ${what} ${found[what].toFixed(0)} of ${most[what]} ms`)
  if (median(shifts) > 0.001) wrong.push(`${screen} on ${name}: CLS ${median(shifts)}`)
  if (readies.some(({ first }) => first.thirdParty > 0)) wrong.push(`${screen}: a third party is asked`)
  return wrong
}

async function readyTimes(screen: string, line: Line) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const readies: Awaited<ReturnType<typeof readyOn>>[] = []
    for (let run = 0; run < runs; run += 1) readies.push(await readyOn(browser, portal.url + screen, line))
    return readies
  } finally {
    await browser.close()
  }
}

/** Lighthouse's throttling of a line; `devtools` applies it to every request. */
function throttling({ rttMs, kbps, cpuSlowdown }: Line) {
  return {
    rttMs,
    throughputKbps: kbps,
    requestLatencyMs: rttMs,
    downloadThroughputKbps: kbps,
    uploadThroughputKbps: kbps / 2,
    cpuSlowdownMultiplier: cpuSlowdown,
  }
}
