import { go } from '#kit/web/route/routes.ts'
import { askWhoIsThere } from './whoIsThere.ts'

/**
 * Opens the user menu, or signs a guest out. Waits for the session first, because a login not loaded yet
 * would be signed out. `before` runs before leaving.
 */
export async function leave(before: () => void = () => undefined): Promise<void> {
  const who = await askWhoIsThere()
  if (who === null) return
  before()
  go(who.user ? 'user.menu' : 'logout')
}
