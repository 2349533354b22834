import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { connect, leave } from '../browser.ts'
import { reportScreens } from '../onAPhone.ts'
import { portalUrl } from '../portal.ts'
import { expectSound, expectWholeScreen } from '../sound.ts'
import { countMoves, readMoves } from '../look/moves.ts'
import type { View } from './view.ts'

type Visitor = {
  views: readonly View[]
  /** The person: one browser context for all the views. */
  as: (browser: Browser) => Promise<BrowserContext>
  url?: () => string
  /** The screens of `npm test`; by default all. */
  everyRun?: readonly string[]
  /** Replaces the usual checks of a view. */
  look?: (page: Page) => Promise<void>
}

/**
 * A test for each view; further states of a screen, and the screens beyond `everyRun`, have the tag `deep`. One page
 * goes from view to view by address, without loading the portal again.
 */
export function visitAll({ views, as, url = portalUrl, everyRun, look }: Visitor): void {
  let browser: Browser
  let context: BrowserContext
  let page: Page | undefined
  beforeAll(async () => {
    browser = await connect()
    context = await as(browser)
    await context.addInitScript(countMoves)
  })
  afterEach(async (test) => {
    await reportScreens(test, context)
  })
  afterAll(() => leave(browser))

  const isFirst = (view: View) => views.find(({ screen }) => screen === view.screen) === view
  const isInEveryRun = (view: View) => isFirst(view) && (everyRun?.includes(view.screen) ?? true)
  for (const view of views)
    it(`${view.screen}: ${view.state}`, { tags: isInEveryRun(view) ? [] : ['deep'] }, () =>
      expectSoundView(view),
    )

  async function expectSoundView(view: View): Promise<void> {
    await context.setOffline(false)
    const looked = await standingOn(page ?? (await context.newPage()), url())
    const setup = { page: looked, context, browser }
    // After special conditions or a failure the page is not used again.
    page = undefined
    await view.before?.(setup)
    const hash = typeof view.at === 'string' ? view.at : await view.at(setup)
    await readMoves(setup.page)
    await arrive(setup.page, `${url()}/${hash}`, view)
    if (!look) expect(await readMoves(setup.page), 'layout shifts while the screen came').toEqual([])
    const shown = await view.act?.(setup)
    await shown?.first().waitFor()
    if (look) await look(setup.page)
    else await lookAtWhole(setup.page, view, shown)
    if (view.before) await setup.page.close()
    else page = setup.page
  }

  async function lookAtWhole(page: Page, view: View, shown: Locator | undefined): Promise<void> {
    // The gallery shows the parts of all screens.
    const isWhole = view.screen === 'dev.ui' || isFirst(view)
    if (isWhole) await expectWholeScreen(page, view.title, shown)
    else await expectSound(page, view.title, shown)
  }
}

/** Loads the portal at an address without a screen. */
async function standingOn(page: Page, url: string): Promise<Page> {
  await page.goto(`${url}/#/elsewhere`)
  await page.waitForSelector('html[data-ready]')
  return page
}

/** Opens the address and waits until the screen is complete and has the focus. */
async function arrive(page: Page, address: string, { screen, title, from }: View): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { name: from ?? title, level: 1 }).waitFor()
  // The gallery shows placeholders for ever.
  if (screen !== 'dev.ui') await page.waitForFunction(isWhole)
  // The heading, or the field that the screen is for; never an element of the frame.
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return element?.closest('h1, #conteudo') ? 'here' : (element?.outerHTML.slice(0, 120) ?? 'nothing')
    })
  await expect.poll(focused, { message: 'the focus came along' }).toBe('here')
}

/** In the page: nothing is loading any more. */
function isWhole(): boolean {
  return !document.querySelector('#conteudo [data-waiting], #frame[aria-busy], #conteudo [aria-busy]')
}
