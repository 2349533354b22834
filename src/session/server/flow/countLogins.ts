import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** Browsers in which the person is signed in. */
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

/** Newest first. */
export async function loginsOf(
  db: Db,
  userId: number,
  now: Date,
): Promise<{ created_at: Date; expires_at: Date }[]> {
  return db
    .selectFrom('session')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
}
