import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { minuteMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { takeKeyedLock, takeKeyedLocks } from '#kit/server/db/locks.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { type LimitName, limits, type SlidingLimit, type TryLimit } from '../../limits.ts'

/** One key that a limit counts by: an e-mail, an address, a card. */
export type Counted = { readonly limit: SlidingLimit; readonly key: string }

/** The same of a try, whose marks are taken back where it came to nothing. */
export type CountedTry = Counted & { readonly limit: TryLimit }

/**
 * The seconds to wait where the limit is reached; null where it is not. The marks are in the database, so that all
 * instances count together; keys are kept as hashes.
 */
export async function secondsToWait(db: Db, counted: Counted, now: Date): Promise<number | null> {
  return secondsLeft(counted.limit, await readMarks(db, counted, now), now)
}

/** The marks of one key since its limit's window began. */
export async function readMarks(db: Db, counted: Counted, now: Date): Promise<Marks> {
  const { rows } = await sql<{ marks: Marks }>`select ${marksSince(counted, now)} as marks`.execute(db)
  return rows[0]?.marks ?? noMarks
}

/** How often something was counted within its limit's window, and the first time, in ms since 1970. */
export type Marks = { readonly count: number; readonly oldest: number | null }

const noMarks: Marks = { count: 0, oldest: null }

/** Where the marks of a limit stand: of a try under way apart from those that are kept. */
function marksOf(limit: SlidingLimit): RawBuilder<unknown> {
  return 'isOfTries' in limits[limit] ? triesAndMarks : sql`rate_mark`
}

const triesAndMarks = sql`(select kind, key_hash, at, attempt_id from rate_mark
  union all select kind, key_hash, at, attempt_id from try_mark) as mark`

function marksSince({ limit, key }: Counted, now: Date): RawBuilder<Marks> {
  return sql<Marks>`(
    select json_build_object('count', count(*), 'oldest', extract(epoch from min(at)) * 1000) from ${marksOf(limit)}
    where kind = ${limit} and key_hash = ${hashToken(key)} and at > ${windowOf(limit, now)})`
}

/** Since when a limit counts. */
function windowOf(limit: SlidingLimit, now: Date): Date {
  return plus(now, -limits[limit].windowMs)
}

/** Keys of tries and since when each counts, as one JSON text. */
export type TryKeys = { asked: string }

export function tryKeysOf(tries: readonly CountedTry[], now: Date): TryKeys {
  const asked = tries.map((one, nth) => {
    const { limit } = one
    return { nth, kind: limit, key_hash: keyOf(one), since: windowOf(limit, now) }
  })
  return { asked: JSON.stringify(asked) }
}

/** The marks of each of several tries, by its place among them. */
export type MarksOfTries = Readonly<Record<number, Marks>>

/**
 * The marks of all keys of tries, as a column of somebody's statement. Of arrays PostgreSQL would take the
 * length for its guess, and find planning the whole statement anew each time worth it: 0.9 ms of a purchase.
 */
export function marksOfTries({ asked }: TryKeys): RawBuilder<MarksOfTries> {
  const columns = sql`(nth int, kind text, key_hash text, since timestamptz)`
  return sql`(
    select coalesce(json_object_agg(nth, json_build_object('count', found.count, 'oldest', found.oldest)), '{}')
    from json_to_recordset(${asked}::json) as asked ${columns} cross join lateral (
      select count(*) as count, extract(epoch from min(at)) * 1000 as oldest from ${triesAndMarks}
      where mark.kind = asked.kind and mark.key_hash = asked.key_hash and mark.at > asked.since) as found)`
}

/** The kind of a mark that counts for nothing (any more), and that its key is known by: kept for a day. */
const asideOf = (limit: TryLimit) => `${limit} aside`

/** The key that a payment's attempt was counted under, or is known by since, as rows of `key_hash`. */
export function keyCountedFor(attemptId: number, limit: TryLimit): RawBuilder<unknown> {
  return sql`select key_hash from ${marksOf(limit)}
    where attempt_id = ${attemptId} and kind in (${limit}, ${asideOf(limit)}) limit 1`
}

/** The seconds to wait of who has so many marks; null where the limit is not reached. */
export function secondsLeft(limit: SlidingLimit, { count, oldest }: Marks, now: Date): number | null {
  return count < limits[limit].max || oldest === null ? null : waitSince(limit, new Date(oldest), now)
}

/** The seconds to wait until this mark, which reaches a limit with those after it, counts no more. */
export function waitSince(limit: SlidingLimit, oldest: Date, now: Date): number {
  const waitMs = plus(oldest, limits[limit].windowMs).getTime() - now.getTime()
  return Math.max(1, Math.ceil(waitMs / 1000))
}

/** Reads the mark to wait for, or null where the limit is not reached, in a statement that reads something else. */
export function reachedSince(
  limit: SlidingLimit,
  keyHash: RawBuilder<string>,
  now: RawBuilder<Date>,
): RawBuilder<Date | null> {
  const { windowMs, max } = limits[limit]
  // The newest marks up to the one that reaches the limit, which is there or not: nothing is counted.
  return sql`(
    select at from ${marksOf(limit)} where kind = ${sql.lit(limit)} and key_hash = ${keyHash}
      and at > ${now}::timestamptz - ${sql.lit(windowMs)} * interval '1 millisecond'
    order by at desc offset ${sql.lit(max - 1)} limit 1)`
}

/** What a key is kept as. */
export function keyOf({ key }: Counted): string {
  return hashToken(key)
}

/** Throws `too_many`, with the seconds to wait, when the limit is reached. */
export async function refuseWhenReached(db: Db, counted: Counted, now: Date): Promise<void> {
  const retryAfterSeconds = await secondsToWait(db, counted, now)
  if (retryAfterSeconds !== null) throw fail('too_many', { retryAfterSeconds })
}

/** Makes others who count the same key wait until this transaction ends. */
export async function lockRate(tx: Tx, { limit, key }: { limit: LimitName; key: string }): Promise<void> {
  await takeKeyedLock(tx, 'rate', `${limit} ${key}`)
}

/** As `lockRate`, for several keys in their order: the narrow key before the wide one. */
export async function lockRates(tx: Tx, counted: readonly Counted[]): Promise<void> {
  await takeKeyedLocks(
    tx,
    'rate',
    counted.map(({ limit, key }) => `${limit} ${key}`),
  )
}

/** Counts one more of each. */
export async function addMarks(db: Db, counted: readonly Counted[], now: Date): Promise<void> {
  const marks = counted.map((one) => markOf(one, now))
  await db.insertInto('rate_mark').values(marks).execute()
}

/**
 * Counts one more of each for a payment's attempt, until `dropMarksOf` takes them back. `lasts`: it is under way for minutes,
 * and its card is to be known again then, whatever the database does meanwhile.
 */
export async function addTryMarks(
  db: Db,
  attempt: { id: number; lasts: boolean },
  counted: readonly CountedTry[],
  now: Date,
): Promise<void> {
  const marks = counted.map((one) => ({ ...markOf(one, now), attempt_id: attempt.id }))
  await db
    .insertInto(attempt.lasts ? 'rate_mark' : 'try_mark')
    .values(marks)
    .execute()
}

function markOf({ limit, key }: Counted, now: Date) {
  return { kind: limit, key_hash: hashToken(key), at: now }
}

/** Whether a payment's attempt was counted under this key. */
export async function isMarkedFor(db: Db, attemptId: number, { limit, key }: CountedTry): Promise<boolean> {
  const { rows } = await sql`select from ${marksOf(limit)}
    where attempt_id = ${attemptId} and kind = ${limit} and key_hash = ${hashToken(key)} limit 1`.execute(db)
  return rows.length > 0
}

/** A try that nobody has taken back by then counts as one that failed, and is kept as such. */
const underWayMs = 2 * minuteMs

/**
 * Deletes the marks of an attempt that no longer counts. All marks of an attempt are in one table: `keepTries` moves them
 * from `try_mark` to `rate_mark` together.
 */
export async function dropMarksOf(db: Db, attemptId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('try_mark')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return
  await db.deleteFrom('rate_mark').where('attempt_id', '=', attemptId).execute()
}

/** Takes back what an attempt was counted for, while nobody knows what it came to; its key for one limit stays known. */
export async function setMarksAside(db: Db, attemptId: number, limit: TryLimit): Promise<void> {
  const aside = asideOf(limit)
  await sql`
    with under_way as (delete from try_mark where attempt_id = ${attemptId} returning kind, key_hash, at)
    insert into rate_mark (kind, key_hash, at, attempt_id)
    select ${aside}, key_hash, at, ${attemptId}::bigint from under_way where kind = ${limit}`.execute(db)
  // One that began long ago may be kept by now.
  await sql`
    with others as (delete from rate_mark where attempt_id = ${attemptId} and kind not in (${limit}, ${aside}))
    update rate_mark set kind = ${aside} where attempt_id = ${attemptId} and kind = ${limit}`.execute(db)
}

/** Keeps what is no try under way any more with what survives a crash (docs/decisions/0020-tries-under-way.md). */
export async function keepTries(db: Db, now: Date): Promise<void> {
  const before = plus(now, -underWayMs)
  await sql`
    with failed as (delete from try_mark where at < ${before} returning kind, key_hash, at, attempt_id)
    insert into rate_mark (kind, key_hash, at, attempt_id) select kind, key_hash, at, attempt_id from failed`.execute(
    db,
  )
}

/** Counts one more, or throws `too_many`. In a transaction. */
export async function countOne(tx: Tx, counted: Counted, now: Date): Promise<void> {
  await lockRate(tx, counted)
  await refuseWhenReached(tx, counted, now)
  await addMarks(tx, [counted], now)
}

/** Counts one more and says true, or says false where the limit is reached. In a transaction. */
export async function countIfBelow(tx: Tx, counted: Counted, now: Date): Promise<boolean> {
  await lockRate(tx, counted)
  if ((await secondsToWait(tx, counted, now)) !== null) return false
  await addMarks(tx, [counted], now)
  return true
}

/** Forgives what was counted for this key. */
export async function clearMarks(db: Db, { limit, key }: Counted): Promise<void> {
  await db.deleteFrom('rate_mark').where('kind', '=', limit).where('key_hash', '=', hashToken(key)).execute()
}
