import type { CDPSession, Page } from 'playwright-core'

export type Size = { width: number; height: number }

/** Each page's own, which stays: one that goes takes the page's being offline with it. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** What a browser's own tools can ask of this page. */
export function devToolsOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page)
  if (known) return known
  const made = page.context().newCDPSession(page)
  sessions.set(page, made)
  return made
}

/**
 * The page is laid out for this size, and drawn at a tenth of it: nobody looks at the pixels, which take a quarter of the
 * browser's time. Everything that the page can be asked is as at full size; a mouse would miss.
 */
export async function lookFromAfar(page: Page, size: Size): Promise<void> {
  await setSize(page, size, 0.1)
}

/** At the size at which `page` was, for a mouse again. */
export async function lookFromNear(page: Page, size: Size): Promise<void> {
  await setSize(page, size, 1)
}

async function setSize(page: Page, { width, height }: Size, scale: number): Promise<void> {
  // What Playwright says of a screen, which keeps no other session's word: the page returns to its own.
  const screenOrientation = { angle: 0, type: 'landscapePrimary' } as const
  const screen = { screenWidth: width, screenHeight: height, screenOrientation }
  const shown = { width, height, ...screen, deviceScaleFactor: 1, mobile: false, scale }
  await (await devToolsOf(page)).send('Emulation.setDeviceMetricsOverride', shown)
}
