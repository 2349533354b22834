import { describeUser } from '#account/server/flow/describeUser.ts'
import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { Member } from '#session/server/caller.ts'
import type { Session } from '#session/session.ts'
import { passes, type StaffAccess } from '../../level.ts'
import { actorOf } from '../member.ts'

/**
 * Lets a staff member in: signed in, of the level, second factor given with this login unless `access` is 'staff'. The level is read at each
 * call, so that a demotion holds at once. Throws `unauthenticated`, `forbidden` or `second_factor`.
 */
export async function admit(db: Db, session: Session, access: StaffAccess): Promise<Member> {
  if (session.userId === null) throw fail('unauthenticated')
  const known = await describeUser(db, session.userId)
  if (!known || !passes(known.user.level, access)) throw fail('forbidden')
  if (access !== 'staff' && session.secondFactorAt === null) throw fail('second_factor')
  return { id: session.userId, level: known.user.level, actor: actorOf(session.userId) }
}
