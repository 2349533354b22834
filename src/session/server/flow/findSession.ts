import { type Selectable, sql } from 'kysely'
import type { Db, SessionTable } from '#db/schema.ts'
import { gathered } from '#kit/server/gathered.ts'
import type { Session } from '../../session.ts'

type Row = Pick<
  Selectable<SessionTable>,
  'user_id' | 'human_until_at' | 'expires_at' | 'ended_at' | 'second_factor_at' | 'created_at' | 'data'
>

/** Every call begins with it. */
const readRow = gathered<{ hash: string }, Row>(
  { hash: 'text' },
  (asked) => sql`
    select user_id, human_until_at, expires_at, ended_at, second_factor_at, created_at, data from session
    where id_hash = ${asked('hash')}`,
)

/**
 * The session behind a cookie; a guest without a row when there is none or it has expired. `ended` when the
 * cookie names a login that was ended or has expired: the page must be told so, not shown a guest.
 */
export async function findSession(db: Db, hash: string, now: Date): Promise<Session> {
  const row = await readRow(db, { hash })
  const nobody = { userId: null, startedAt: null, humanUntil: null, secondFactorAt: null }
  const guest = { hash, ...nobody, ended: false, data: row?.data ?? {} }
  if (!row) return guest
  const expired = row.expires_at <= now
  const ended = row.ended_at !== null || (expired && row.user_id !== null)
  // What was typed is forgotten on time, whenever its row is dropped.
  if (expired) return { ...guest, data: {}, ended }
  if (ended) return { ...guest, humanUntil: row.human_until_at, ended }
  return {
    ...guest,
    userId: row.user_id,
    startedAt: row.user_id === null ? null : row.created_at,
    humanUntil: row.human_until_at,
    secondFactorAt: row.second_factor_at,
  }
}
