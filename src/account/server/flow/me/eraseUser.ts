import type { Db, Tx } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { endLogins } from '#session/server/flow/endLogins.ts'
import type { LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import type { Session } from '#session/session.ts'
import { tell } from '../../jobs/tell.ts'
import { deleteUser, lockAdmins, lockUser, lockUserForGood, type User } from '../../store.ts'
import { recogniseSelf } from '../access/guessing.ts'
import { readMe } from './readMe.ts'

/** Whether the signed-in person knows their password. Throws `unauthenticated`, and what `recognise` throws. */
export async function knowsPassword(
  deps: { db: Db; clock: Clock },
  caller: LimitedCaller & { session: Session },
  password: string,
): Promise<boolean> {
  const { user } = await readMe(deps, caller.session)
  return recogniseSelf(deps, caller, { email: user.email, passwordHash: user.password_hash, password })
}

/** Keeps the person as they are until the caller's transaction ends. Admins before users: `db/locks.ts`. */
export async function lockForErasure(db: Tx, userId: number): Promise<void> {
  await lockAdmins(db)
  await lockUser(db, userId)
}

/**
 * Keeps others from beginning anything for this person too. After `lockForErasure` and after their payments: whoever books
 * one of them may save its card first, which refers to the person.
 */
export async function lockForGood(db: Tx, userId: number): Promise<void> {
  await lockUserForGood(db, userId)
}

/**
 * Erases the account; what refers to it goes with it, or loses the reference. Every login ends, but the one of
 * the caller, which is renewed. The person is told by mail. In the caller's transaction. Throws `last_admin`.
 */
export async function eraseUser(db: Tx, userId: number, session: Session, now: Date): Promise<User | null> {
  const admins = await lockAdmins(db)
  const user = await lockUser(db, userId)
  if (!user) return null
  if (admins.length === 1 && admins[0] === userId) throw fail('last_admin')
  await tell(db, 'account_erased', user, now)
  await endLogins(db, userId, session, now)
  await deleteUser(db, userId)
  return user
}
