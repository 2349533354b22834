import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** In how many browsers a person is signed in now. */
export async function countLogins(db: Db, userId: number, now: Date): Promise<number> {
  const { logins } = await db
    .selectFrom('session')
    .select(sql<number>`count(*)::int`.as('logins'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return logins
}
