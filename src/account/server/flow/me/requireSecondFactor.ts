import { fail } from '#kit/fail.ts'
import type { Session } from '#session/session.ts'
import { isStaff } from '../../../user.ts'

/** Staff give the code before they change or erase their account (docs/spec.md#r31). Throws `second_factor`. */
export function requireSecondFactor({ level }: { level: number }, session: Session): void {
  if (isStaff(level) && session.secondFactorAt === null) throw fail('second_factor')
}
