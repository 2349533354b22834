import type { Db } from '#db/schema.ts'
import type { SessionUser } from '#session/contract.ts'
import { isStaff, nicknameOf, roleOf } from '../../user.ts'
import { lockUser, type User, userById } from '../store.ts'

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

/** Makes others who hold the same person wait until this transaction ends. */
export async function holdUser(db: Db, userId: number): Promise<void> {
  await lockUser(db, userId)
}

/** The e-mail of an account; null when it is gone. */
export async function emailOf(db: Db, userId: number): Promise<string | null> {
  return (await userById(db, userId))?.email ?? null
}
