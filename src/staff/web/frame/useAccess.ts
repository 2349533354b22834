import { useSession } from '#session/web/session.ts'
import type { StaffAccess } from '../../level.ts'
import { mayUse } from './backoffice.ts'

/** `allLots`: for staff of all lots only. */
export function useAccess(access: StaffAccess, allLots?: true): boolean {
  const user = useSession()?.user
  return !!user && mayUse(user, { for: access, ...(allLots && { allLots }) })
}
