import { watchSession } from '#session/web/life/watchSession.ts'
import { protectedScreens } from './routes.ts'

/** What starts once the first screen can be used: who is there, from now on. */
export function afterwards(): void {
  watchSession(protectedScreens)
}
