import type { Page } from 'playwright-core'

/**
 * Loses every call of the page from now on; files still arrive. The returned function lets calls through again. The
 * route stays, because Chromium never ends the request of a file that is on its way during `page.unroute`.
 */
export async function loseCalls(page: Page): Promise<() => void> {
  let isLosing = true
  await page.route('**/api/**', (route) => (isLosing ? route.abort() : route.continue()))
  return () => {
    isLosing = false
  }
}
