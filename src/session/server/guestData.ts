import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { preparedStatement } from '#kit/server/db/query/preparedStatement.ts'
import { type Clock, hourMs, addMs } from '#kit/clock.ts'
import {
  type GuestEntry,
  isGuestDataReadable,
  type GuestEntries,
  parseGuestEntries,
  noTicketCode,
} from '../guestData.ts'
import { guestHours, type Session } from '../session.ts'

/** Returns unparsed what a guest typed (docs/decisions/0021-what-guests-type.md). */
export async function readStoredGuestData(db: Db, hash: string, now: Date): Promise<unknown> {
  const row = db.selectFrom('guest_data').select('data').where('session_hash', '=', hash)
  return (await row.where('expires_at', '>', now).executeTakeFirst())?.data ?? {}
}

export async function insertGuestData(db: Db, hash: string, entries: GuestEntries, expiresAt: Date) {
  const data = JSON.stringify({ tickets: Object.fromEntries(entries) })
  const row = { session_hash: hash, data, expires_at: expiresAt }
  await db.insertInto('guest_data').values(row).execute()
}

/**
 * Adds to the entry of `code`, drops its field `without`, and removes the entries of `drop`. Replaces all entries
 * where `before` is false or they have expired. Safe with concurrent calls.
 */
export async function mergeGuestData(db: Db, hash: string, { data, ...how }: GuestDataMerge): Promise<void> {
  await mergeStatement(db, { hash, typed: JSON.stringify(data), ...how })
}

type GuestDataMerge = {
  code: string
  before: boolean
  data: object
  without: string
  drop: readonly string[]
  now: Date
  expiresAt: Date
}

const mergeStatement = preparedStatement<
  Omit<GuestDataMerge, 'data'> & { hash: string; typed: string },
  never
>((value) => {
  const [hash, code] = [sql`${value('hash')}::text`, sql`${value('code')}::text`]
  const typed = sql`${value('typed')}::jsonb || jsonb_build_object('at', extract(epoch from clock_timestamp()))`
  const merged = (entries: RawBuilder<unknown>) =>
    sql`jsonb_build_object(${code}, (coalesce(${entries} -> ${code}, '{}') || ${typed}) - ${value('without')}::text)`
  const kept = sql`(case when old.expires_at <= ${value('now')}::timestamptz or not ${value('before')}::boolean
    then '{}' else coalesce(old.data -> 'tickets', '{}') end)`
  return sql`
    insert into guest_data as old (session_hash, data, expires_at)
    values (${hash}, jsonb_build_object('tickets', ${merged(sql`'{}'::jsonb`)}), least(${value('expiresAt')}::timestamptz,
      (select expires_at from session where id_hash = ${hash} and user_id is not null)))
    on conflict (session_hash) do update set
      data = jsonb_build_object('tickets', (${kept} - ${value('drop')}::text[]) || ${merged(kept)}),
      expires_at = excluded.expires_at`
})

export async function deleteGuestData(db: Db, hashes: RawBuilder<unknown>): Promise<void> {
  await sql`delete from guest_data where session_hash in (${hashes})`.execute(db)
}

const maxTickets = 10

export function guestEntriesOf(session: Session): GuestEntries {
  return parseGuestEntries(session.data)
}

export async function readGuestEntries(db: Db, session: Session, now: Date): Promise<GuestEntries> {
  return parseGuestEntries(await readStoredGuestData(db, session.hash, now))
}

/** `code` null is input without a ticket. `passwordHash` null deletes the password. */
export async function saveGuestEntry(
  db: Db,
  session: Session,
  { code, ...part }: Omit<GuestEntry, 'passwordHash'> & { code: string | null; passwordHash?: string | null },
  clock: Clock,
): Promise<void> {
  const { passwordHash, ...typed } = part
  const now = clock.now()
  const others = [...guestEntriesOf(session).keys()].filter((one) => one !== noTicketCode && one !== code)
  await mergeGuestData(db, session.hash, {
    code: code ?? noTicketCode,
    drop: others.slice(0, Math.max(0, others.length + 1 - maxTickets)),
    // Unreadable input counts as none.
    before: isGuestDataReadable(session.data),
    data: { ...typed, ...(passwordHash ? { passwordHash } : {}) },
    without: passwordHash === null ? 'passwordHash' : '',
    now,
    expiresAt: addMs(now, guestHours * hourMs),
  })
}
