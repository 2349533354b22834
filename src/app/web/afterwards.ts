import { watchSession } from '#session/web/life/watchSession.ts'
import { isProtected } from './screens.ts'

/** What starts once the first screen can be used: who is there, from now on. */
export function afterwards(): void {
  watchSession(isProtected)
}
