import type { Locator, Page } from 'playwright-core'

/** Who pays with one thumb: each touch of the screen and each key that they press is counted. */
export type Counted = {
  taps: number
  keys: number
  /** Touches a button, a box or a field. */
  tap: (what: Locator) => Promise<void>
  /** Touches a field and types into it, key by key. */
  type: (label: string, text: string) => Promise<void>
}

export function countedPerson(page: Page): Counted {
  const person: Counted = {
    taps: 0,
    keys: 0,
    async tap(what) {
      person.taps += 1
      await what.click()
    },
    async type(label, text) {
      await person.tap(page.getByLabel(label, { exact: true }))
      person.keys += text.length
      await page.keyboard.type(text)
    },
  }
  return person
}
