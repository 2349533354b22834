import { watchSession } from '#session/web/life/watchSession.ts'
import { isProtected } from './screens.ts'

/** Starts after the first screen is interactive. */
export function afterwards(): void {
  watchSession(isProtected)
}
