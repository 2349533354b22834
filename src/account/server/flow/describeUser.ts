import type { Db } from '#db/schema.ts'
import type { SessionUser } from '#session/contract.ts'
import { isStaff, nicknameOf, roleOf } from '../../user.ts'
import { type User, userById } from '../store.ts'

/** Who somebody is, as the session tells the page; null when the account is gone. */
export async function describeUser(
  db: Db,
  userId: number,
): Promise<{ user: SessionUser; roles: string[]; staff: boolean } | null> {
  const user = await userById(db, userId)
  return user ? { user: sessionUserOf(user), roles: [roleOf(user.level)], staff: isStaff(user.level) } : null
}

/** The person as every page may know them. */
export function sessionUserOf({ id, name, level }: User): SessionUser {
  return { id, name, nickname: nicknameOf(name), level }
}
