import type { Db } from '#db/schema.ts'
import type { SessionUser } from '#session/contract.ts'
import { isStaff, nicknameOf, roleOf } from '../../user.ts'
import { lotsOf, type User, findUser } from '../store.ts'

/** Null when the account was erased. */
export async function describeUser(db: Db, userId: number) {
  const user = await findUser(db, userId)
  return user ? { user: sessionUserOf(user), roles: [roleOf(user.level)], staff: isStaff(user.level) } : null
}

/** The fields that the page may see. */
export function sessionUserOf(user: User): SessionUser {
  const { id, name, level } = user
  const lots = lotsOf(user)
  const bound = isStaff(level) && { lots: lots && [...lots] }
  return { id, name, nickname: nicknameOf(name), level, ...bound }
}
