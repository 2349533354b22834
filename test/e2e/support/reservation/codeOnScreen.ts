import type { Page } from 'playwright-core'
import { readCode } from '#test/support/garage/readCode.ts'

/** The text of the code on the screen, read from its picture as a gate's camera does. */
export async function codeOnScreen(page: Page, format: 'QRCode' | 'Code128' = 'QRCode'): Promise<string> {
  return readCode(await page.screenshot(), format)
}
