import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, type TestContext } from 'vitest'
import { connect, type SharedPhone, sharedPhone } from './browser.ts'
import { lineInUse, lineToPortal } from './line/line.ts'
import { portalUrl } from './portal.ts'

/** A phone of its own with an empty page. `browser` is for who needs a second one. */
export type Fresh = { browser: Browser; context: BrowserContext; page: Page }

/**
 * The worker's browser, and its phone with nothing on it at the shared portal for each test:
 * `const { open, heading, button } = onAPhone((fresh) => ({ context, page } = fresh))`.
 * `newContext` opens another kind of phone, anew for each test; so does `newPhone` for tests that stop the clock, which
 * a phone does not forget.
 */
export function onAPhone(
  take: (fresh: Fresh) => void,
  newContext?: (browser: Browser) => Promise<BrowserContext>,
) {
  let browser: Browser
  let shared: SharedPhone | undefined
  let page: Page
  beforeAll(async () => {
    browser = await connect()
  })
  beforeEach(async () => {
    if (!newContext) shared = await sharedPhone()
    const context = (await newContext?.(browser)) ?? shared?.context
    if (!context) throw new Error('no phone')
    page = await context.newPage()
    take({ browser, context, page })
  })
  afterEach(async (test) => {
    await tellWhatStood(test, page.context())
    ;(await lineInUse())?.troubles.mendAll()
    await (shared ? shared.wipe() : page.context().close())
  })
  return {
    /** Goes to a screen by its hash: `open('#/contact')`. */
    open: (hash: string) => page.goto(`${portalUrl()}/${hash}`),
    /** The same through the worker's line, on which something may go wrong. */
    openOnLine: async (hash: string) => page.goto(`${(await lineToPortal()).url}/${hash}`),
    heading: (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }),
    button: (name: string | RegExp) => page.getByRole('button', { name }),
  }
}

/**
 * After a test that failed, says what stood on each page of its phone: a machine that nobody sees has no other witness.
 * What a page does not say within 2 s is said of it.
 */
export async function tellWhatStood({ task }: TestContext, context: BrowserContext): Promise<void> {
  if (task.result?.state !== 'fail') return
  for (const page of context.pages()) {
    const body = page.locator('body')
    const stood = await body.ariaSnapshot({ timeout: 2_000 }).catch((reason: unknown) => String(reason))
    process.stderr.write(`\nwhat stood in '${task.name}' at ${page.url()}:\n${stood}\n`)
  }
}
