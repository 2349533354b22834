import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, expectAccessible, phone } from './browser.ts'

/** Nothing wider than the screen, and axe finds nothing: on a desktop, a narrow phone, a phone, and in the dark. */
export async function expectSound(page: Page): Promise<void> {
  for (const viewport of [desktop, { width: 320, height: 640 }, phone]) {
    await page.setViewportSize(viewport)
    const over = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(over, { message: `wider than ${viewport.width}` }).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
}
