import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { Clock } from '#kit/clock.ts'
import type { Member } from '#session/server/caller.ts'
import { isOverForStaff, type Session } from '#session/session.ts'
import { isAllowed, type StaffAccess } from '../../level.ts'
import { actorOf } from '../member.ts'
import type { People } from '../people.ts'

/**
 * Admits a staff member of the level, with second factor unless `access` is 'staff'. The level is read at each
 * call, so that a demotion applies at once; staff logins expire after 12 h. Throws `unauthenticated`,
 * `forbidden`, `second_factor`, `staff_password`.
 */
export async function admit(
  { db, clock, people }: { db: Db; clock: Clock; people: People },
  session: Session,
  access: StaffAccess,
): Promise<Member> {
  if (session.userId === null || isOverForStaff(session, clock.now())) throw fail('unauthenticated')
  const standing = await people.standingOf(db, session.userId)
  if (standing === null || !isAllowed(standing.level, access)) throw fail('forbidden')
  const { level, shortPassword } = standing
  if (access !== 'staff' && session.secondFactorAt === null) throw fail('second_factor')
  if (access !== 'staff' && shortPassword) throw fail('staff_password')
  return { id: session.userId, level, actor: actorOf(session.userId) }
}
