import { ignoreClicksOnReplacedTargets } from '#kit/web/doubleClick.ts'
import { watchSession } from '#session/web/life/watchSession.ts'
import { isProtected } from './screens.ts'

export function afterwards(): void {
  ignoreClicksOnReplacedTargets(document)
  watchSession(isProtected)
}
