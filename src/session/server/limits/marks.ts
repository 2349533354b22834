import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { writeLater } from '#kit/server/db/bundle.ts'
import { lockWithinOf, takeLockOf } from '#kit/server/db/locks.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { type LimitName, limits, type SlidingLimit } from '../../limits.ts'

/** One key that a limit counts by: an e-mail, an address, a card. */
export type Counted = { readonly limit: SlidingLimit; readonly key: string }

/**
 * The seconds to wait where the limit is reached; null where it is not. The marks are in the database, so that all
 * instances count together; keys are kept as hashes.
 */
export async function secondsToWait(db: Db, counted: Counted, now: Date): Promise<number | null> {
  const { rows } = await sql<{ marks: Marks }>`select ${marksSince(counted, now)} as marks`.execute(db)
  const [{ marks } = noMarks] = rows
  return secondsLeft(counted.limit, marks, now)
}

/** How often something was counted within its limit's window, and the first time, in ms since 1970. */
export type Marks = { readonly count: number; readonly oldest: number | null }

const noMarks = { marks: { count: 0, oldest: null } }

/** The marks of a key, as a column of somebody's statement: `secondsLeft` says what they mean. */
export function marksSince({ limit, key }: Counted, now: Date): RawBuilder<Marks> {
  return sql<Marks>`(
    select json_build_object('count', count(*), 'oldest', extract(epoch from min(at)) * 1000) from rate_mark
    where kind = ${limit} and key_hash = ${hashToken(key)} and at > ${plus(now, -limits[limit].windowMs)})`
}

/** The kind of a mark that counts for nothing (any more), and that its key is known by: kept for a day. */
const asideOf = (limit: SlidingLimit) => `${limit} aside`

/** The key that a payment's attempt was counted under, or is known by since, as rows of `key_hash`. */
export function keyCountedFor(attemptId: number, limit: SlidingLimit): RawBuilder<unknown> {
  return sql`select key_hash from rate_mark
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
    select at from rate_mark where kind = ${sql.lit(limit)} and key_hash = ${keyHash}
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
export async function lockRate(db: Db, { limit, key }: { limit: LimitName; key: string }): Promise<void> {
  await takeLockOf(db, 'rate', `${limit} ${key}`)
}

/** As `lockRate`, by the statement that it is a part of. */
export function rateLock({ limit, key }: Counted): RawBuilder<unknown> {
  return lockWithinOf('rate', `${limit} ${key}`)
}

/** Counts one more of each; those of a payment's attempt are taken back with `dropMarksOf`. */
export async function addMarks(
  db: Db,
  counted: readonly Counted[],
  now: Date,
  attemptId: number | null = null,
): Promise<void> {
  const rows = counted.map(({ limit, key }) => ({ kind: limit, key_hash: hashToken(key), at: now }))
  const marks = rows.map((row) => ({ ...row, attempt_id: attemptId }))
  await writeLater(db, marksOf(attemptId), db.insertInto('rate_mark').values(marks))
}

/** Whether a payment's attempt was counted under this key. */
export async function isMarkedFor(db: Db, attemptId: number, { limit, key }: Counted): Promise<boolean> {
  const mark = await db
    .selectFrom('rate_mark')
    .select('attempt_id')
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', limit)
    .where('key_hash', '=', hashToken(key))
    .executeTakeFirst()
  return mark !== undefined
}

/** Takes back what an attempt was counted for and came to nothing. */
export async function dropMarksOf(db: Db, attemptId: number): Promise<void> {
  await writeLater(db, marksOf(attemptId), db.deleteFrom('rate_mark').where('attempt_id', '=', attemptId))
}

/** Takes back what an attempt was counted for, while nobody knows what it came to; its key for one limit stays known. */
export async function setMarksAside(db: Db, attemptId: number, limit: SlidingLimit): Promise<void> {
  await sql`
    with others as (delete from rate_mark where attempt_id = ${attemptId} and kind <> ${limit})
    update rate_mark set kind = ${asideOf(limit)} where attempt_id = ${attemptId} and kind = ${limit}`.execute(
    db,
  )
}

function marksOf(attemptId: number | null): string {
  return `marks of attempt ${attemptId}`
}

/** Counts one more, or throws `too_many`. In a transaction. */
export async function countOne(db: Db, counted: Counted, now: Date): Promise<void> {
  await lockRate(db, counted)
  await refuseWhenReached(db, counted, now)
  await addMarks(db, [counted], now)
}

/** Counts one more and says true, or says false where the limit is reached. In a transaction. */
export async function countIfBelow(db: Db, counted: Counted, now: Date): Promise<boolean> {
  await lockRate(db, counted)
  if ((await secondsToWait(db, counted, now)) !== null) return false
  await addMarks(db, [counted], now)
  return true
}

/** Forgives what was counted for this key. */
export async function clearMarks(db: Db, { limit, key }: Counted): Promise<void> {
  await db.deleteFrom('rate_mark').where('kind', '=', limit).where('key_hash', '=', hashToken(key)).execute()
}
