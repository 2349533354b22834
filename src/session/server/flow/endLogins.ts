import type { Db } from '#db/schema.ts'
import type { Session } from '../../session.ts'
import { endSessionsOf } from '../store.ts'

/** Ends every login of a person, but the one of `except`; their cookies are told at the next call. */
export async function endLogins(db: Db, userId: number, except: Session | null, now: Date): Promise<void> {
  await endSessionsOf(db, userId, except?.hash ?? null, now)
}
