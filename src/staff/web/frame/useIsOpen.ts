import { useRoute } from '#kit/web/route/routes.ts'
import { useSession } from '#session/web/session.ts'
import { useIsAdmitted } from '../useSecondFactor.ts'
import { canOpenScreen } from './backoffice.ts'

/** Whether the shown screen may send its calls: the person may open it and has given the second factor. */
export function useIsOpen(): boolean {
  const { name } = useRoute()
  const user = useSession()?.user
  const isAdmitted = useIsAdmitted()
  return !!user && isAdmitted && canOpenScreen(user, name)
}
