import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { endSessionsOfUser } from '#session/server/store.ts'
import type { Session } from '#session/session.ts'
import { enqueueNotice } from '../../jobs/mails.ts'
import { deleteUser, lockAdmins, lockUser, type User } from '../../store.ts'

/** Locks admins before users (`db/locks.ts`). */
export async function lockForErasure(tx: Tx, userId: number): Promise<void> {
  await lockAdmins(tx)
  await lockUser(tx, userId)
}

/** Ends every login and mails a notice. Throws `last_admin`. */
export async function eraseUser(tx: Tx, userId: number, session: Session, now: Date): Promise<User | null> {
  const admins = await lockAdmins(tx)
  const user = await lockUser(tx, userId)
  if (!user) return null
  if (admins.length === 1 && admins[0] === userId) throw fail('last_admin')
  await enqueueNotice(tx, 'account_erased', user, now)
  await endSessionsOfUser(tx, userId, session, now)
  await deleteUser(tx, userId)
  return user
}
