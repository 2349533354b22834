import { useSession } from '#session/web/session.ts'
import { isAllowed, type StaffAccess } from '../../level.ts'

export function useAccess(access: StaffAccess): boolean {
  const level = useSession()?.user?.level
  return level !== undefined && isAllowed(level, access)
}
