import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings, desktop, phone } from './browser.ts'
import { lookFromAfar, lookFromNear, type Size } from './look/devTools.ts'
import { cutOffWithText } from './look/largeText.ts'
import type { View } from './views/view.ts'

const narrow = { width: 320, height: 640 }

/**
 * A state of a screen: one heading of the first rank, the title, and an open dialog has the focus. As it stands axe finds
 * nothing, nothing is wider than a narrow phone, and on a phone no text of 200 % is cut off. The page is left as it was
 * found. The other theme and width are checked by `expectWholeScreen`, and for the kit's parts in their gallery.
 */
export async function expectSound(page: Page, title: View['title'] = /./, shown?: Locator): Promise<void> {
  const headings = page.locator('h1')
  expect(await headings.count(), 'headings of the first rank').toBe(1)
  await expect.poll(() => page.title()).toMatch(title)
  expect(await headings.innerText()).toMatch(title)
  expect(await focusIsInside(page), 'an open dialog has the focus').toBe(true)
  if (!/#\/(?:staff|dev)\//.test(page.url()))
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

/** Once for each screen: `expectSound`, then the dark theme at the other width, and the desk's large text on a desktop too. */
export async function expectWholeScreen(page: Page, title: View['title'], shown?: Locator): Promise<void> {
  await expectSound(page, title, shown)
  const found = page.viewportSize() ?? phone
  const isDesktop = found.width === desktop.width
  try {
    await expectSoundAt(page, isDesktop ? phone : desktop, 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    if (page.url().includes('#/staff/')) await expectWholeWithLargeText(page, desktop)
  } finally {
    await lookFromNear(page, found)
  }
}

async function expectSoundAt(page: Page, size: Size, colorScheme: 'light' | 'dark'): Promise<void> {
  await expectNothingWider(page, size)
  await page.emulateMedia({ colorScheme })
  expect(await axeFindings(page), `axe, ${size.width} wide, ${colorScheme}`).toEqual([])
}

/** At the size at which the page stays. */
export async function expectNothingWider(page: Page, size: Size): Promise<void> {
  await lookFromAfar(page, size)
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(over, { message: `${page.url()} wider than ${size.width}` }).toBeLessThanOrEqual(0)
}

/** Texts that are only an amount, an instant, a duration or a counter, where a browser would translate them. */
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

/** True also where no dialog is open. */
function focusIsInside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    return !dialog || dialog.contains(document.activeElement)
  })
}

/** Text as large as a person without glasses sets it: every word of the screen can still be read. */
async function expectWholeWithLargeText(page: Page, size: Size): Promise<void> {
  // The gallery is for who builds.
  if (page.url().includes('#/dev/')) return
  await lookFromAfar(page, size)
  expect(await cutOffWithText(page, [200]), `cut off with large text, ${size.width} wide`).toEqual([])
}
