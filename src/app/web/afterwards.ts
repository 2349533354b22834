import { watchSession } from '#session/web/life/watchSession.ts'
import { isProtected } from './screens.ts'

export function afterwards(): void {
  watchSession(isProtected)
}
