import { fail } from '#kit/fail.ts'
import type { Session } from '#session/session.ts'
import { isStaff } from '../../../user.ts'

/** docs/spec.md#r31. Throws `second_factor`. */
export function requireSecondFactor({ level }: { level: number }, session: Session): void {
  if (isStaff(level) && session.secondFactorAt === null) throw fail('second_factor')
}
