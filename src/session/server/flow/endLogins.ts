import type { Db } from '#db/schema.ts'
import type { Session } from '../../session.ts'
import { endSessionsOf } from '../store.ts'

/** The next call of each login but `except` is refused. */
export async function endLogins(db: Db, userId: number, except: Session | null, now: Date): Promise<void> {
  await endSessionsOf(db, userId, except?.hash ?? null, now)
}
