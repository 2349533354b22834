import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { preparedStatement } from '#kit/server/db/query/preparedStatement.ts'

/** Input in `guest_typed` (docs/decisions/0021-what-guests-type.md); `own` is newer. */
export function mergeTyped(typed: unknown, own: unknown): unknown {
  return { ...(isRecord(typed) ? typed : {}), ...(isRecord(own) ? own : {}) }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export async function readTyped(db: Db, hash: string, now: Date): Promise<unknown> {
  const { rows } = await sql<{ typed: unknown; own: unknown }>`
    select (select data from guest_typed where session_hash = ${hash} and expires_at > ${now}) as typed,
      (select data from session where id_hash = ${hash} and expires_at > ${now}) as own`.execute(db)
  return mergeTyped(rows[0]?.typed, rows[0]?.own)
}

/**
 * Safe with concurrent calls. Drops the field `without`; replaces all where `before` is false or it has
 * expired.
 */
export async function addTyped(db: Db, hash: string, { data, ...how }: Added): Promise<void> {
  await adding(db, { hash, typed: JSON.stringify(data), ...how })
}

type Added = { code: string; before: boolean; data: object; without: string; now: Date; expiresAt: Date }

const keptTickets = 10

/** The lock is against instances of the release before. */
const adding = preparedStatement<Omit<Added, 'data'> & { hash: string; typed: string }, never>((value) => {
  const [typed, now] = [sql`${value('typed')}::jsonb`, sql`${value('now')}::timestamptz`]
  const counts = sql`${value('before')}::boolean`
  const [without, code] = [sql`${value('without')}::text`, sql`${value('code')}::text`]
  const merged = (data: RawBuilder<unknown>) => sql`(
    with base as (select ${data} as data),
    entry as (
      select (coalesce(data -> 'tickets' -> ${code}, '{}')
        || case when coalesce(data ->> 'of', '') = ${code} then data - 'tickets' - 'of' else '{}' end
        || ${typed} || jsonb_build_object('at', extract(epoch from clock_timestamp()))) - ${without} as data
      from base),
    numbered as (
      select key, value, row_number() over (partition by key = '' order by value -> 'at' desc nulls last) as n
      from base, entry, jsonb_each(
        coalesce(base.data -> 'tickets', '{}') || jsonb_build_object(${code}, entry.data)))
    select entry.data || case when ${code} = '' then '{}' else jsonb_build_object('of', ${code}) end
      || jsonb_build_object('tickets', (select jsonb_object_agg(key, value) from numbered where n <= ${sql.lit(keptTickets)}))
    from entry)`
  return sql`
    with other as materialized (
      select data, expires_at > ${now} and ${counts} as counts from session
      where id_hash = ${value('hash')} and data <> '{}' for no key update),
    taken as (update session set data = '{}' where id_hash = ${value('hash')} and exists (select from other)),
    login as (select expires_at from session where id_hash = ${value('hash')} and user_id is not null),
    fresh as (select coalesce((select data from other where counts), '{}') as data)
    insert into guest_typed as old (session_hash, data, expires_at)
    select ${value('hash')}, ${merged(sql`fresh.data`)},
      least(${value('expiresAt')}, (select expires_at from login)) from fresh
    on conflict (session_hash) do update set
      data = ${merged(sql`case when old.expires_at <= ${now} or not ${counts} then '{}' else old.data end
        || (select data from fresh)`)},
      expires_at = excluded.expires_at`
})

export async function forgetTyped(db: Db, hashes: RawBuilder<unknown>): Promise<void> {
  await sql`delete from guest_typed where session_hash in (${hashes})`.execute(db)
}
