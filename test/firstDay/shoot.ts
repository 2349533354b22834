import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from '../tidy/sources.ts'

/** Writes what the page shows to docs/images/first-day/{name}.png. */
export type Shoot = (page: Page, name: string) => Promise<void>

const folder = join(root, 'docs/images/first-day')

export const shoot: Shoot = async (page, name) => {
  mkdirSync(folder, { recursive: true })
  // A live region's first text is drawn a moment later.
  await page.waitForFunction("document.querySelector('main .unannounced') === null")
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  process.stdout.write(`${name}.png\n`)
}
