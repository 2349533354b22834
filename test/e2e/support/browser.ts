import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { portalUrl } from './portal.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The one browser of the run. Closing what is answered here leaves it open for the other files, without the contexts made by it. */
export function connect(): Promise<Browser> {
  return chromium.connect(inject('browserUrl'))
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
  const value = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
  await context.addCookies([{ name: 'analytics_data', value, url: portalUrl() }])
  return context
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

/** What the theme changes is what can be told apart; everything else axe finds by day as well. */
const ruleNames = { all: null, colours: ['color-contrast', 'link-in-text-block'] }

/**
 * What every rule of axe finds, as 'rule: element, element'. In the page itself: Playwright's builder for axe opens
 * a second page at each look, which takes ten times as long. No screen has a frame of ours.
 */
export async function axeFindings(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // What stands in a frame would not be looked at.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    // Half faded in, nothing has its contrast yet. What turns for ever is not waited for.
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(values ? { runOnly: { type: 'rule', values } } : {}),
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, ruleNames[rules])
}
