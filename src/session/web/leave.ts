import { go } from '#kit/web/route/routes.ts'
import { waitForSessionWithOverlay } from './waitForSession.ts'

/** Opens the user menu or signs a guest out, once the session is known; `before` runs before leaving. */
export async function leave(before: () => void = () => undefined): Promise<void> {
  const who = await waitForSessionWithOverlay()
  if (who === null) return
  before()
  go(who.user ? 'user.menu' : 'logout')
}
