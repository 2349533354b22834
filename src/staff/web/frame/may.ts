import { useSession } from '#session/web/session.ts'
import { isAllowed } from '../../level.ts'
import type { StaffAccess } from '../../level.ts'

/** Whether who is signed in may do what `access` guards: what they may not do is absent from the screen. */
export function useMay(access: StaffAccess): boolean {
  const level = useSession()?.user?.level
  return level !== undefined && isAllowed(level, access)
}
