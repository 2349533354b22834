import { go } from '#kit/web/route/routes.ts'
import { waitForSessionWithOverlay } from './waitForSession.ts'

export async function leave(before: () => void = () => undefined): Promise<void> {
  const who = await waitForSessionWithOverlay()
  if (who === null) return
  before()
  go(who.user ? 'user.menu' : 'logout')
}
