import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { Clock } from '#kit/clock.ts'
import type { Member } from '#session/server/caller.ts'
import { isOverForStaff, type Session } from '#session/session.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { isAllowed, isStaffAccess } from '../../level.ts'
import { actorOf } from '../member.ts'
import type { People } from '../deps.ts'

/**
 * Reads level and lots at each call, so that a change applies at once. Null for an endpoint that is not for
 * staff. Throws `unauthenticated`, `forbidden`, `second_factor`, `staff_password`.
 */
export async function admit(
  { db, clock, people }: { db: Db; clock: Clock; people: People },
  session: Session,
  { access, allLots }: Pick<Endpoint, 'access' | 'allLots'>,
): Promise<Member | null> {
  if (!isStaffAccess(access)) return null
  if (session.userId === null || isOverForStaff(session, clock.now())) throw fail('unauthenticated')
  const standing = await people.standingOf(db, session.userId)
  if (standing === null || !isAllowed(standing.level, access)) throw fail('forbidden')
  const { level, lots, shortPassword } = standing
  if (allLots && lots !== null) throw fail('forbidden')
  if (access !== 'staff' && session.secondFactorAt === null) throw fail('second_factor')
  if (access !== 'staff' && shortPassword) throw fail('staff_password')
  return { id: session.userId, level, lots, actor: actorOf(session.userId) }
}
