import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { connect, newPhone } from './browser.ts'
import { portalUrl } from './portal.ts'

/** A phone of its own with an empty page. `browser` is for who needs a second one. */
export type Fresh = { browser: Browser; context: BrowserContext; page: Page }

/**
 * One browser for the file, a fresh phone at the shared portal for each test:
 * `const { open, heading, button } = onAPhone((fresh) => ({ context, page } = fresh))`.
 * `newContext` opens another kind of phone.
 */
export function onAPhone(
  take: (fresh: Fresh) => void,
  newContext: (browser: Browser) => Promise<BrowserContext> = newPhone,
) {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await connect()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    const context = await newContext(browser)
    page = await context.newPage()
    take({ browser, context, page })
  })
  afterEach(() => page.context().close())
  return {
    /** Goes to a screen by its hash: `open('#/contact')`. */
    open: (hash: string) => page.goto(`${portalUrl()}/${hash}`),
    heading: (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }),
    button: (name: string | RegExp) => page.getByRole('button', { name }),
  }
}
