import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** A browser measures in fractions, and rounds as the machine and the zoom want. */
const tolerance = 0.5

/** Of a measured length or place: equal to `px`, to half a pixel. */
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

/** Where a part of the page ends, in pixels from the top of the window. */
export async function bottomOf(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  return box ? box.y + box.height : NaN
}
