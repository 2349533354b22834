import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { minuteMs, addMs } from '#kit/clock.ts'
import { takeKeyedLocks } from '#kit/server/db/locks.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { limits, type SlidingLimit, type AttemptLimit } from '../../limits.ts'

export type RateKey = { readonly limit: SlidingLimit; readonly key: string }

export type AttemptRateKey = RateKey & { readonly limit: AttemptLimit }

/** Null below the limit. */
export async function findRetryAfterSeconds(db: Db, counted: RateKey, now: Date): Promise<number | null> {
  return secondsUntilBelowLimit(counted.limit, await readHits(db, counted, now), now)
}

export async function readHits(db: Db, counted: RateKey, now: Date): Promise<Hits> {
  const { rows } = await sql<{ marks: Hits }>`select ${hitsInWindow(counted, now)} as marks`.execute(db)
  return rows[0]?.marks ?? noHits
}

/** `oldest` in ms since 1970. */
type Hits = { readonly count: number; readonly oldest: number | null }

const noHits: Hits = { count: 0, oldest: null }

function hitTable(limit: SlidingLimit): RawBuilder<unknown> {
  return 'isOfAttempts' in limits[limit] ? allHits : sql`rate_mark`
}

const allHits = sql`(select kind, key_hash, at, attempt_id from rate_mark
  union all select kind, key_hash, at, attempt_id from try_mark) as mark`

function hitsInWindow({ limit, key }: RateKey, now: Date): RawBuilder<Hits> {
  return sql<Hits>`(
    select json_build_object('count', count(*), 'oldest', extract(epoch from min(at)) * 1000) from ${hitTable(limit)}
    where kind = ${limit} and key_hash = ${hashToken(key)} and at > ${windowStart(limit, now)})`
}

function windowStart(limit: SlidingLimit, now: Date): Date {
  return addMs(now, -limits[limit].windowMs)
}

export type AttemptHits = Readonly<Record<number, Hits>>

/** JSON, because PostgreSQL replans statements with array parameters: 0.9 ms of a purchase. */
export function hitsOfAttemptKeys(tries: readonly AttemptRateKey[], now: Date): RawBuilder<AttemptHits> {
  const asked = tries.map(({ limit, key }, nth) => {
    return { nth, kind: limit, key_hash: hashToken(key), since: windowStart(limit, now) }
  })
  const columns = sql`(nth int, kind text, key_hash text, since timestamptz)`
  return sql`(
    select coalesce(json_object_agg(nth, json_build_object('count', found.count, 'oldest', found.oldest)), '{}')
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked ${columns} cross join lateral (
      select count(*) as count, extract(epoch from min(at)) * 1000 as oldest from ${allHits}
      where mark.kind = asked.kind and mark.key_hash = asked.key_hash and mark.at > asked.since) as found)`
}

/** Ended marks no longer count but identify the key for a day. */
const archivedKind = (limit: AttemptLimit) => `${limit} aside`

export function attemptKeyHash(attemptId: number, limit: AttemptLimit): RawBuilder<unknown> {
  return sql`select key_hash from ${hitTable(limit)}
    where attempt_id = ${attemptId} and kind in (${limit}, ${archivedKind(limit)}) limit 1`
}

export function secondsUntilBelowLimit(
  limit: SlidingLimit,
  { count, oldest }: Hits,
  now: Date,
): number | null {
  return count < limits[limit].max || oldest === null
    ? null
    : secondsUntilExpiry(limit, new Date(oldest), now)
}

/** Seconds until this mark leaves the window. */
export function secondsUntilExpiry(limit: SlidingLimit, oldest: Date, now: Date): number {
  const waitMs = addMs(oldest, limits[limit].windowMs).getTime() - now.getTime()
  return Math.max(1, Math.ceil(waitMs / 1000))
}

/** Null below the limit. */
export function limitReachedAt(
  limit: SlidingLimit,
  keyHash: RawBuilder<string>,
  now: RawBuilder<Date>,
): RawBuilder<Date | null> {
  const { windowMs, max } = limits[limit]
  return sql`(
    select at from ${hitTable(limit)} where kind = ${sql.lit(limit)} and key_hash = ${keyHash}
      and at > ${now}::timestamptz - ${sql.lit(windowMs)} * interval '1 millisecond'
    order by at desc offset ${sql.lit(max - 1)} limit 1)`
}

export function hashRateKey({ key }: RateKey): string {
  return hashToken(key)
}

export async function lockRates(tx: Tx, counted: readonly RateKey[]): Promise<void> {
  const keys = counted.map(({ limit, key }) => `${limit} ${key}`)
  await takeKeyedLocks(tx, 'rate', keys)
}

export async function recordHits(db: Db, counted: readonly RateKey[], now: Date): Promise<void> {
  const marks = counted.map((one) => hitRow(one, now))
  await db.insertInto('rate_mark').values(marks).execute()
}

/** `lasts`: the attempt takes minutes, and its marks must survive a crash. */
export async function recordAttemptHits(
  db: Db,
  attempt: { id: number; lasts: boolean },
  counted: readonly AttemptRateKey[],
  now: Date,
): Promise<void> {
  const marks = counted.map((one) => ({ ...hitRow(one, now), attempt_id: attempt.id }))
  await db
    .insertInto(attempt.lasts ? 'rate_mark' : 'try_mark')
    .values(marks)
    .execute()
}

function hitRow({ limit, key }: RateKey, now: Date) {
  return { kind: limit, key_hash: hashToken(key), at: now }
}

export async function hasAttemptHit(
  db: Db,
  attemptId: number,
  { limit, key }: AttemptRateKey,
): Promise<boolean> {
  const { rows } = await sql`select from ${hitTable(limit)}
    where attempt_id = ${attemptId} and kind = ${limit} and key_hash = ${hashToken(key)} limit 1`.execute(db)
  return rows.length > 0
}

/** An older running attempt counts as failed. */
const attemptMaxMs = 2 * minuteMs

/** Deletes from `try_mark` first, because `keepFailedAttempts` moves rows from `try_mark` to `rate_mark`. */
export async function deleteAttemptHits(db: Db, attemptId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('try_mark')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return
  await db.deleteFrom('rate_mark').where('attempt_id', '=', attemptId).execute()
}

/** The marks stop counting, but the key for `limit` stays known. */
export async function archiveAttemptHits(db: Db, attemptId: number, limit: AttemptLimit): Promise<void> {
  const aside = archivedKind(limit)
  await sql`
    with under_way as (delete from try_mark where attempt_id = ${attemptId} returning kind, key_hash, at)
    insert into rate_mark (kind, key_hash, at, attempt_id)
    select ${aside}, key_hash, at, ${attemptId}::bigint from under_way where kind = ${limit}`.execute(db)
  // Hits of a long attempt may have moved meanwhile.
  await sql`
    with others as (delete from rate_mark where attempt_id = ${attemptId} and kind not in (${limit}, ${aside}))
    update rate_mark set kind = ${aside} where attempt_id = ${attemptId} and kind = ${limit}`.execute(db)
}

/** Moves failed attempts to a table that survives a crash (docs/decisions/0020-tries-under-way.md). */
export async function keepFailedAttempts(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -attemptMaxMs)
  await sql`
    with failed as (delete from try_mark where at < ${before} returning kind, key_hash, at, attempt_id)
    insert into rate_mark (kind, key_hash, at, attempt_id) select kind, key_hash, at, attempt_id from failed`.execute(
    db,
  )
}
