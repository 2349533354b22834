import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { Clock } from '#kit/clock.ts'
import type { Member } from '#session/server/caller.ts'
import { isOverForStaff, type Session } from '#session/session.ts'
import { isAllowed, type StaffAccess } from '../../level.ts'
import { actorOf } from '../member.ts'
import type { People } from '../people.ts'

/**
 * Lets a staff member in: signed in, of the level, second factor given with this login unless `access` is 'staff'. The
 * level is read at each call, so that a demotion holds at once; a login of staff ends 12 h after it began. Throws
 * `unauthenticated`, `forbidden` or `second_factor`.
 */
export async function admit(
  { db, clock, people }: { db: Db; clock: Clock; people: People },
  session: Session,
  access: StaffAccess,
): Promise<Member> {
  if (session.userId === null || isOverForStaff(session, clock.now())) throw fail('unauthenticated')
  const level = await people.levelOf(db, session.userId)
  if (level === null || !isAllowed(level, access)) throw fail('forbidden')
  if (access !== 'staff' && session.secondFactorAt === null) throw fail('second_factor')
  return { id: session.userId, level, actor: actorOf(session.userId) }
}
