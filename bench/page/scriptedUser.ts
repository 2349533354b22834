import type { Locator, Page } from 'playwright-core'

/** How long a thumb takes to find and touch something that is shown, and for each key. */
export const tapMs = 900
export const keyMs = 70

/** A scripted person; counts touches and keys. */
export type ScriptedUser = {
  taps: number
  keys: number
  /** Touches it after it is shown and a thumb has reached it. */
  tap: (what: Locator) => Promise<void>
  /** Types into the focused field. */
  type: (text: string) => Promise<void>
  /** The key that leads to the next field. */
  next: () => Promise<void>
}

/** A scripted person on a phone, at this page. */
export function scriptedUserAt(page: Page): ScriptedUser {
  const hand: ScriptedUser = {
    taps: 0,
    keys: 0,
    async tap(what) {
      await what.waitFor()
      await page.waitForTimeout(tapMs)
      await what.click()
      hand.taps += 1
    },
    async type(text) {
      await page.keyboard.type(text, { delay: keyMs })
      hand.keys += text.length
    },
    async next() {
      await page.keyboard.press('Enter', { delay: keyMs })
      hand.keys += 1
    },
  }
  return hand
}
