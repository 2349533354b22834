import type { Locator, Page } from 'playwright-core'

/** How long a thumb takes: to find and touch what it wants once that is in sight, and for each key. */
export const tapMs = 900
export const keyMs = 70

/** A scripted person: what they touched and typed. */
export type ScriptedUser = {
  taps: number
  keys: number
  /** Touches it as soon as it is in sight and a thumb could be there. */
  tap: (what: Locator) => Promise<void>
  /** Types where the focus is. */
  type: (text: string) => Promise<void>
  /** The key that leads to the next field. */
  next: () => Promise<void>
}

/** Someone with a phone in the hand, at this page. */
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
