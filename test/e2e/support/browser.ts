import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { findChromium } from '../../../tools/steps/chromium.ts'
import { lineInUse } from './line/line.ts'
import { portalUrl } from './portal.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const switchedOff = [
  // Of Playwright's own list, which this one takes the place of, what a page may meet.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  // A script parsed while it comes is parsed again for each page; a tenth of what a page takes.
  'ScriptStreaming',
]

let launched: Promise<Browser> | undefined

/** The one browser of this worker. It stays for the worker's next files: who leaves says `leave`. */
export function connect(): Promise<Browser> {
  return (launched ??= chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-quic',
      `--disable-features=${switchedOff.join(',')}`,
      // What one page of a phone has compiled, the next need not; no page lives long enough to be optimised.
      '--process-per-site',
      // An empty page is of no site, and would have a process of its own until it is led to the portal.
      '--renderer-process-limit=1',
      '--js-flags=--no-opt --no-maglev --no-flush-bytecode --min-semi-space-size=32',
      // Nobody looks at the pixels: four times fewer pieces of them, and letters of one colour.
      '--default-tile-width=512',
      '--default-tile-height=512',
      '--disable-lcd-text',
    ],
  }))
}

/** Nothing that a file opened stays open; the worker's shared phone is handed on. */
export async function leave(browser: Browser): Promise<void> {
  const shared = await kept
  const own = browser.contexts().filter((context) => context !== shared?.context)
  await Promise.all(own.map((context) => context.close()))
}

export const phone = { width: 360, height: 740 } as const
export const desktop = { width: 1280, height: 800 } as const

/**
 * A phone of its own: 360 px wide, Portuguese, no motion; its owner has answered the cookie dialog. Without the
 * service worker, which would fetch the whole portal for each test; who wants it says 'allow'.
 */
export async function newPhone(
  browser: Browser,
  viewport: { width: number; height: number } = phone,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> {
  const context = await strangersPhone(browser, viewport, serviceWorkers)
  await answerCookies(context)
  return context
}

async function answerCookies(context: BrowserContext): Promise<void> {
  const value = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
  await context.addCookies([{ name: 'analytics_data', value, url: portalUrl() }])
}

/**
 * A `newPhone` that is handed on: `wipe` leaves it as it came, but for the files that it has fetched. `others`: servers
 * beside the portal that were visited.
 */
export type SharedPhone = { context: BrowserContext; wipe(others?: readonly string[]): Promise<void> }

let kept: Promise<SharedPhone> | undefined

/** The one of this worker: a phone made anew has a process and an empty cache of its own, and takes as long as a test. */
export function sharedPhone(): Promise<SharedPhone> {
  return (kept ??= makeSharedPhone())
}

async function makeSharedPhone(): Promise<SharedPhone> {
  const context = await newPhone(await connect())
  keepClock(context)
  const keeper = await context.newPage()
  // Whoever comes next has another one.
  keeper.once('crash', () => (kept = undefined))
  keeper.once('close', () => (kept = undefined))
  const { origin } = new URL(portalUrl())
  await keeper.goto(`${origin}/healthz`)
  const devTools = await context.newCDPSession(keeper)
  const wipe = async (others: readonly string[] = []) => {
    const left = context.pages().filter((page) => page !== keeper)
    await Promise.all(left.map((page) => page.close()))
    await context.setOffline(false)
    await context.clearPermissions()
    await context.clearCookies()
    const line = await lineInUse()
    for (const visited of [origin, ...(line ? [line.url] : []), ...others])
      await devTools.send('Storage.clearDataForOrigin', { origin: visited, storageTypes: 'all' })
    await answerCookies(context)
  }
  return { context, wipe }
}

/** A context never gives its clock back: whoever came next would live in another's time. */
function keepClock({ clock }: BrowserContext): void {
  const refuse = async () => {
    throw new Error('this phone is handed on with its clock: a test that holds the clock asks for a newPhone')
  }
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) clock[name] = refuse
}

/** A phone that has never seen the portal. */
export function strangersPhone(
  browser: Browser,
  viewport: { width: number; height: number } = phone,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> {
  return browser.newContext({
    viewport,
    serviceWorkers,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  })
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What every rule of axe finds, as 'rule: element, element'. In the page itself: Playwright's builder for axe opens
 * a second page at each look, which takes ten times as long. Each frame is looked at by itself.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const frame of page.frames()) found.push(...(await findingsIn(frame)))
  return found
}

async function findingsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axeSource)
  return frame.evaluate(async () => {
    // Half faded in, nothing has its contrast yet. What turns for ever is not waited for.
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const { violations } = await window.axe.run(document, {
      // A frame's own is asked for there.
      iframes: false,
      // The page has neither sound nor film.
      preload: false,
      resultTypes: ['violations'],
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  })
}
