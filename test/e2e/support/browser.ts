import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import type { PortalClient } from '#test/support/client.ts'
import { findChromium } from '../../../tools/steps/chromium.ts'
import { proxyInUse } from './proxy/portalProxy.ts'
import { portalUrl } from './portal.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const switchedOff = [
  // Playwright's own list, without the flags of features that a page may use.
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
  // Otherwise a script that is parsed while it arrives is parsed again for each page: a tenth of a page's time.
  'ScriptStreaming',
]

let launched: Promise<Browser> | undefined

/** The one browser of this worker, kept for its next files; `leave` closes what a file opened. */
export function connect(): Promise<Browser> {
  return (launched ??= chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-quic',
      `--disable-features=${switchedOff.join(',')}`,
      // Pages of one phone share compiled code; no page lives long enough to be optimised.
      '--process-per-site',
      // An empty page would have a process of its own until it is led to the portal.
      '--renderer-process-limit=1',
      '--js-flags=--no-opt --no-maglev --no-flush-bytecode --min-semi-space-size=32',
      // No pixels are checked: a quarter of the tiles, and grey text.
      '--default-tile-width=512',
      '--default-tile-height=512',
      '--disable-lcd-text',
    ],
  }))
}

/** Closes what a file opened; the worker's shared phone is reused. */
export async function leave(browser: Browser): Promise<void> {
  const shared = await kept
  const own = browser.contexts().filter((context) => context !== shared?.context)
  await Promise.all(own.map((context) => context.close()))
}

export const phone = { width: 360, height: 740 } as const
export const desktop = { width: 1280, height: 800 } as const

/**
 * A phone of its own: 360 px wide, Portuguese, no motion, with the cookie dialog answered. Without the service worker,
 * which would fetch the whole portal for each test, unless 'allow'.
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

/** Answers the cookie dialog of the portal at `url`; `client`: adds its cookies too. */
export async function answerCookies(
  context: BrowserContext,
  url: string = portalUrl(),
  client?: Pick<PortalClient, 'cookies'>,
): Promise<void> {
  const consent = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
  const cookies = [...(client?.cookies ?? []), ['analytics_data', consent] as const]
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })))
}

/** A reusable `newPhone`: `wipe` resets all but the fetched files. `others`: other servers that were visited. */
export type SharedPhone = { context: BrowserContext; wipe(others?: readonly string[]): Promise<void> }

let kept: Promise<SharedPhone> | undefined

/** This worker's phone: a new one has a process and an empty cache, and takes as long as a test. */
export function sharedPhone(): Promise<SharedPhone> {
  return (kept ??= makeSharedPhone())
}

async function makeSharedPhone(): Promise<SharedPhone> {
  const context = await newPhone(await connect())
  keepClock(context)
  const keeper = await context.newPage()
  // The next file gets a new one.
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
    const proxy = await proxyInUse()
    for (const visited of [origin, ...(proxy ? [proxy.url] : []), ...others])
      await devTools.send('Storage.clearDataForOrigin', { origin: visited, storageTypes: 'all' })
    await answerCookies(context)
  }
  return { context, wipe }
}

/** A context keeps a fake clock for ever: the next test would live in another time. */
function keepClock({ clock }: BrowserContext): void {
  const refuse = async () => {
    throw new Error('this phone is handed on with its clock: a test that holds the clock asks for a newPhone')
  }
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) clock[name] = refuse
}

/** As long as `expect.poll` (vitest.config.ts): a page on a machine that others use, too, may take a minute. */
const patienceMs = 90_000

/** A phone without cookies of the portal. */
export async function strangersPhone(
  browser: Browser,
  viewport: { width: number; height: number } = phone,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    serviceWorkers,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patienceMs)
  return context
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * All findings of axe as 'rule: element, element'. In the page itself: Playwright's builder for axe opens a second page
 * each time, which takes ten times as long. Each frame is checked by itself.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const frame of page.frames()) found.push(...(await findingsIn(frame)))
  return found
}

async function findingsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axeSource)
  return frame.evaluate(async () => {
    // Text that is fading in has no contrast yet. Endless animations are not waited for.
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const { violations } = await window.axe.run(document, {
      // Contents of a frame are checked there.
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
