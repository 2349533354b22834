import { go } from '#kit/web/route/routes.ts'
import { waitForSessionWithOverlay } from './waitForSession.ts'

/**
 * Opens the user menu, or signs a guest out. Waits for the session first, because a login not loaded yet
 * would be signed out. `before` runs before leaving.
 */
export async function leave(before: () => void = () => undefined): Promise<void> {
  const who = await waitForSessionWithOverlay()
  if (who === null) return
  before()
  go(who.user ? 'user.menu' : 'logout')
}
