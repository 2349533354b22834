import type { Db } from '#db/schema.ts'
import type { Session } from '../../session.ts'

/** The session behind a cookie; a guest without a row when there is none or it has expired. */
export async function findSession(db: Db, hash: string, now: Date): Promise<Session> {
  const row = await db
    .selectFrom('session')
    .select(['user_id', 'human_until_at', 'expires_at', 'ended_at'])
    .where('id_hash', '=', hash)
    .executeTakeFirst()
  if (!row || row.expires_at <= now) return { hash, userId: null, humanUntil: null, ended: false }
  const ended = row.ended_at !== null
  return { hash, userId: ended ? null : row.user_id, humanUntil: row.human_until_at, ended }
}
