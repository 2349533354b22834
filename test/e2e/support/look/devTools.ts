import type { CDPSession, Page } from 'playwright-core'

export type Size = { width: number; height: number }

/** One session for each page, which stays open: closing it would also end the page's offline mode. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Commands of a browser's DevTools protocol for this page. */
export function devToolsOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page)
  if (known) return known
  const made = page.context().newCDPSession(page)
  sessions.set(page, made)
  return made
}

/**
 * The page is laid out for this size and drawn at a tenth of it: no pixels are checked, and drawing takes a quarter of
 * the browser's time. Measures are as at full size, but a mouse would miss.
 */
export async function lookFromAfar(page: Page, size: Size): Promise<void> {
  await setSize(page, size, 0.1)
}

/** The size at which `page` was, for a mouse again. */
export async function lookFromNear(page: Page, size: Size): Promise<void> {
  await setSize(page, size, 1)
}

async function setSize(page: Page, { width, height }: Size, scale: number): Promise<void> {
  // Playwright's sizes override those of other sessions: the page returns to its own.
  const screenOrientation = { angle: 0, type: 'landscapePrimary' } as const
  const screen = { screenWidth: width, screenHeight: height, screenOrientation }
  const shown = { width, height, ...screen, deviceScaleFactor: 1, mobile: false, scale }
  await (await devToolsOf(page)).send('Emulation.setDeviceMetricsOverride', shown)
}
