import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings, desktop, phone } from './browser.ts'
import { lookFromAfar, lookFromNear, type Size } from './look/devTools.ts'
import { expectOnGrid, expectRhythm } from './look/grid.ts'
import { cutOffWithText } from './look/largeText.ts'
import type { View } from './views/view.ts'

const narrow = { width: 320, height: 640 }

/**
 * A sound state of a screen: one first-rank heading, the title, focus in an open dialog, no findings of axe, nothing
 * wider than a narrow phone, and on a phone no text of 200 % cut off. The page is left unchanged. `expectWholeScreen`
 * checks the other theme and width; the gallery's tests check the kit's parts.
 */
export async function expectSound(page: Page, title: View['title'] = /./, shown?: Locator): Promise<void> {
  const headings = page.locator('h1')
  expect(await headings.count(), 'headings of the first rank').toBe(1)
  await expect.poll(() => page.title()).toMatch(title)
  expect(await headings.innerText()).toMatch(title)
  expect(await focusIsInside(page), 'an open dialog has the focus').toBe(true)
  if (isCustomers(page))
    await expect.poll(() => valuesToTranslate(page), { message: 'values without translate="no"' }).toEqual([])
  const found = page.viewportSize() ?? phone
  try {
    await expectSoundAt(page, found, 'light')
    await expectWholeWithLargeText(page, phone)
    await expectNothingWider(page, narrow)
  } finally {
    await lookFromNear(page, found)
  }
  if (shown) expect(await shown.first().isVisible(), 'what was to be looked at still stands').toBe(true)
}

/** Once for each screen: `expectSound`, the dark theme at the other width, and large text on a desktop too. */
export async function expectWholeScreen(page: Page, title: View['title'], shown?: Locator): Promise<void> {
  await expectSound(page, title, shown)
  const found = page.viewportSize() ?? phone
  const isDesktop = found.width === desktop.width
  try {
    await expectSoundAt(page, isDesktop ? phone : desktop, 'dark')
    // The page of a receipt that is checked is not the portal's.
    if (!isDesktop && isCustomers(page) && page.url().includes('#/')) {
      await expectOnGrid(page)
      for (const { width } of [phone, desktop]) await expectRhythm(page, width)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    if (page.url().includes('#/staff/')) await expectWholeWithLargeText(page, desktop)
  } finally {
    await lookFromNear(page, found)
  }
}

function isCustomers(page: Page): boolean {
  return !/#\/(?:staff|dev)\//.test(page.url())
}

async function expectSoundAt(page: Page, size: Size, colorScheme: 'light' | 'dark'): Promise<void> {
  await expectNothingWider(page, size)
  await page.emulateMedia({ colorScheme })
  expect(await axeFindings(page), `axe, ${size.width} wide, ${colorScheme}`).toEqual([])
}

/** The page's own size. */
export async function expectNothingWider(page: Page, size: Size): Promise<void> {
  await lookFromAfar(page, size)
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(over, { message: `${page.url()} wider than ${size.width}` }).toBeLessThanOrEqual(0)
}

/** Texts that are only an amount, an instant, a duration or a counter, which a browser would translate. */
function valuesToTranslate(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const value = /R\$|\d,\d\d|\d:\d\d|\d ?(?:h|min)\b|\d de \d/
    const words = /R\$|\b(?:h|min|s|d|dias?|e|de|às|amanhã|hoje|ontem)\b|\dh|\d+min/g
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? ''
      const place = node.parentElement
      if (!value.test(text) || /\p{L}/u.test(text.replace(words, ' '))) continue
      if (!place?.closest('[translate=no], script, style, option'))
        found.push(`${text} in ${place?.outerHTML.slice(0, 120)}`)
    }
    return found
  })
}

/** True also without a dialog. */
function focusIsInside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    return !dialog || dialog.contains(document.activeElement)
  })
}

/** Large text: every word of the screen can still be read. */
async function expectWholeWithLargeText(page: Page, size: Size): Promise<void> {
  // The gallery is for developers.
  if (page.url().includes('#/dev/')) return
  await lookFromAfar(page, size)
  expect(await cutOffWithText(page, [200]), `cut off with large text, ${size.width} wide`).toEqual([])
}
