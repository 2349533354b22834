import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** A browser measures in fractions, and rounds by machine and zoom. */
const tolerance = 0.5

/** Equal to `px`, to half a pixel. */
export function expectPixels(measured: number | undefined, px: number): void {
  expect(
    Math.abs(measured === undefined ? NaN : measured - px),
    `${measured} against ${px}`,
  ).toBeLessThanOrEqual(tolerance)
}

/** At most `px`, to half a pixel. */
export function expectPixelsUpTo(measured: number | undefined, px: number): void {
  expect(measured).toBeLessThanOrEqual(px + tolerance)
}

/** The lower edge of an element, in pixels from the top of the window. */
export async function bottomOf(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  return box ? box.y + box.height : NaN
}
