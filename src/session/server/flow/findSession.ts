import { type Selectable, sql } from 'kysely'
import type { Db, SessionTable } from '#db/schema.ts'
import { batchedRead } from '#kit/server/db/query/batchedRead.ts'
import type { Session } from '../../session.ts'

type SessionColumns = Pick<
  Selectable<SessionTable>,
  'user_id' | 'human_until_at' | 'expires_at' | 'ended_at' | 'second_factor_at' | 'created_at'
>
type GuestDataColumns = { typed: unknown; typed_until: Date }
type SessionRow = (SessionColumns | { expires_at: null }) & (GuestDataColumns | { typed_until: null })

const readSessionRow = batchedRead<{ hash: string }, SessionRow>(
  { hash: 'text' },
  (asked) => sql`
    select user_id, human_until_at, session.expires_at, ended_at, second_factor_at, created_at,
      typed.data as typed, typed.expires_at as typed_until
    from (select) as one left join session on id_hash = ${asked('hash')}
      left join guest_data as typed on session_hash = ${asked('hash')}`,
)

/** `ended`: the cookie names an ended login. */
export async function findSession(db: Db, hash: string, now: Date): Promise<Session> {
  const row = (await readSessionRow(db, { hash })) ?? { expires_at: null, typed_until: null }
  const typed = row.typed_until !== null && row.typed_until > now ? row.typed : {}
  const noLogin = { userId: null, startedAt: null, humanUntil: null, secondFactorAt: null }
  const guest = { hash, ...noLogin, ended: false, data: typed }
  if (row.expires_at === null) return guest
  const expired = row.expires_at <= now
  const ended = row.ended_at !== null || (expired && row.user_id !== null)
  if (expired) return { ...guest, ended }
  // Input after a login ended belongs to a guest.
  if (ended) return { ...guest, humanUntil: row.human_until_at, ended }
  return {
    ...guest,
    userId: row.user_id,
    startedAt: row.user_id === null ? null : row.created_at,
    humanUntil: row.human_until_at,
    secondFactorAt: row.second_factor_at,
  }
}
