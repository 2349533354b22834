import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { connect, leave } from '../browser.ts'
import { tellWhatStood } from '../onAPhone.ts'
import { portalUrl } from '../portal.ts'
import { expectSound, expectWholeScreen } from '../sound.ts'
import { countMoves, readMoves } from '../look/moves.ts'
import type { View } from './view.ts'

type Visitor = {
  views: readonly View[]
  /** Who looks: one browser context for all the views. */
  as: (browser: Browser) => Promise<BrowserContext>
  url?: () => string
  /** The screens that `npm test` looks at; all of them where it is not given. */
  everyRun?: readonly string[]
}

/**
 * A test for each view; the states of a screen after its first, and the screens beyond `everyRun`, have the tag `deep`.
 * Somebody goes from one to the next by address, without loading the portal again: what a view opened is gone with its screen.
 */
export function visitAll({ views, as, url = portalUrl, everyRun }: Visitor): void {
  let browser: Browser
  let context: BrowserContext
  let page: Page | undefined
  beforeAll(async () => {
    browser = await connect()
    context = await as(browser)
    await context.addInitScript(countMoves)
  })
  afterEach(async (test) => {
    await tellWhatStood(test, context)
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
    const scene = { page: looked, context, browser }
    // A page that was told what is not so, or on which something failed, is not gone on with.
    page = undefined
    await view.before?.(scene)
    const hash = typeof view.at === 'string' ? view.at : await view.at(scene)
    await readMoves(scene.page)
    await arrive(scene.page, `${url()}/${hash}`, view)
    expect(await readMoves(scene.page), 'layout shifts while the screen came').toEqual([])
    const shown = await view.act?.(scene)
    await shown?.first().waitFor()
    // The gallery shows the parts of which every screen's states are made.
    const isWhole = view.screen === 'dev.ui' || isFirst(view)
    if (isWhole) await expectWholeScreen(scene.page, view.title, shown)
    else await expectSound(scene.page, view.title, shown)
    if (view.before) await scene.page.close()
    else page = scene.page
  }
}

/** The portal is loaded, at a screen that no view is looked at on. */
async function standingOn(page: Page, url: string): Promise<Page> {
  await page.goto(`${url}/#/elsewhere`)
  await page.waitForSelector('html[data-ready]')
  return page
}

/** By address, until the screen stands whole: its focus has moved there as somebody would notice. */
async function arrive(page: Page, address: string, { screen, title, from }: View): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { name: from ?? title, level: 1 }).waitFor()
  // The gallery shows what stands for what is coming, and nothing comes.
  if (screen !== 'dev.ui') await page.waitForFunction(isWhole)
  // The heading, or the field that a person came for; never left behind in the frame.
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return element?.closest('h1, #conteudo') ? 'here' : (element?.outerHTML.slice(0, 120) ?? 'nothing')
    })
  await expect.poll(focused, { message: 'the focus came along' }).toBe('here')
}

/** In the page: nothing is on its way any more. */
function isWhole(): boolean {
  return !document.querySelector('#conteudo [data-waiting], #frame[aria-busy], #conteudo [aria-busy]')
}
