import type { Page } from 'playwright-core'
import { expectAccessible, expectSound as expectSoundByDay } from './browser.ts'

/** Nothing wider than the screen, and axe finds nothing: on a desktop, a narrow phone, a phone, and in the dark. */
export async function expectSound(page: Page): Promise<void> {
  await expectSoundByDay(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
}
