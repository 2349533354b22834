import type { Db } from '#db/schema.ts'
import type { Session } from '../../session.ts'
import { endSessionsOf } from '../store.ts'

/** Ends a person's logins except `except`; the next call of each is refused. */
export async function endLogins(db: Db, userId: number, except: Session | null, now: Date): Promise<void> {
  await endSessionsOf(db, userId, except?.hash ?? null, now)
}
