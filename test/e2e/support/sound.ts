import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings, desktop, phone } from './browser.ts'
import { lookFromAfar, lookFromNear, type Size } from './look/devTools.ts'
import { cutOffWithText } from './look/largeText.ts'
import type { View } from './views/view.ts'

const narrow = { width: 320, height: 640 }

/**
 * Once for each width and theme: nothing is wider than the screen and axe finds nothing. With text of 150 and 200 % no
 * text is cut off on a phone, at the desk nor on a desktop. Once for all: one heading of the first rank, the title, and an
 * open dialog has the focus. The page is left as it was found.
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
  const isDesktop = found.width === desktop.width
  try {
    // The theme changes once there and once back: each change draws the whole page anew.
    await expectSoundAt(page, isDesktop ? desktop : phone, ['light', 'dark'])
    await expectSoundAt(page, isDesktop ? phone : desktop, ['dark', 'light'])
    await expectWholeWithLargeText(page)
    await expectNothingWider(page, narrow)
  } finally {
    await lookFromNear(page, found)
  }
  if (shown) expect(await shown.first().isVisible(), 'what was to be looked at still stands').toBe(true)
}

/** The screen as it stands says so, and axe finds nothing on it: for a state on the way, whose screen was looked at whole. */
export async function expectSays(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor()
  expect(await axeFindings(page), `axe, where it says ${text}`).toEqual([])
}

async function expectSoundAt(page: Page, size: Size, themes: readonly ('light' | 'dark')[]): Promise<void> {
  await expectNothingWider(page, size)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    const rules = colorScheme === 'light' ? 'all' : 'colours'
    expect(await axeFindings(page, rules), `axe, ${size.width} wide, ${colorScheme}`).toEqual([])
  }
}

async function expectNothingWider(page: Page, size: Size): Promise<void> {
  await lookFromAfar(page, size)
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(over, { message: `wider than ${size.width}` }).toBeLessThanOrEqual(0)
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
async function expectWholeWithLargeText(page: Page): Promise<void> {
  // The gallery is for who builds.
  if (/#\/dev\//.test(page.url())) return
  // Who drives has a phone; who works at the desk has both.
  for (const viewport of /#\/staff\//.test(page.url()) ? [desktop, phone] : [phone]) {
    await lookFromAfar(page, viewport)
    const cut = await cutOffWithText(page, [150, 200])
    expect(cut, `cut off with large text, ${viewport.width} wide`).toEqual([])
  }
}
