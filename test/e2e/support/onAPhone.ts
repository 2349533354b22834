import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, type TestContext } from 'vitest'
import { connect, type SharedPhone, sharedPhone } from './browser.ts'
import { proxyInUse, portalProxy } from './proxy/portalProxy.ts'
import { portalUrl } from './portal.ts'

/** A phone of its own with an empty page; `browser` opens a second one. */
export type Fresh = { browser: Browser; context: BrowserContext; page: Page }

/**
 * The worker's browser, and its wiped phone at the shared portal for each test: `const { open, heading, button } =
 * onAPhone((fresh) => ({ context, page } = fresh))`. `newContext` opens another kind of phone for each test; `newPhone`
 * a new one, for tests that freeze the clock.
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
    await reportScreens(test, page.context())
    ;(await proxyInUse())?.faults.clearAll()
    await (shared ? shared.wipe() : page.context().close())
  })
  return {
    /** Goes to a screen by its hash: `open('#/contact')`. */
    open: (hash: string) => page.goto(`${portalUrl()}/${hash}`),
    /** The same through the worker's proxy with faults. */
    openThroughProxy: async (hash: string) => page.goto(`${(await portalProxy()).url}/${hash}`),
    heading: (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }),
    button: (name: string | RegExp) => page.getByRole('button', { name }),
  }
}

/** After a failed test, prints the content of each page of its phone; a page that does not answer within 2 s is named. */
export async function reportScreens({ task }: TestContext, context: BrowserContext): Promise<void> {
  if (task.result?.state !== 'fail') return
  for (const page of context.pages()) {
    const body = page.locator('body')
    const stood = await body.ariaSnapshot({ timeout: 2_000 }).catch((reason: unknown) => String(reason))
    process.stderr.write(`\nwhat stood in '${task.name}' at ${page.url()}:\n${stood}\n`)
  }
}
