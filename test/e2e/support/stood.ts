import type { Page } from 'playwright-core'
import type { TestContext } from 'vitest'

/** After a test that failed, says what stood on its screen: a machine that nobody sees has no other witness. */
export async function tellWhatStood({ task }: TestContext, page: Page): Promise<void> {
  if (task.result?.state !== 'fail' || page.isClosed()) return
  const stood = await page.locator('body').ariaSnapshot({ timeout: 2_000 })
  process.stderr.write(`\nwhat stood in '${task.name}' at ${page.url()}:\n${stood}\n`)
}
