import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { takeLockOf } from '#kit/server/db/locks.ts'
import { hashToken } from '#kit/server/secrets.ts'
import { type LimitName, limits, type SlidingLimit } from '../../limits.ts'

/** One key that a limit counts by: an e-mail, an address, a card. */
export type Counted = { readonly limit: SlidingLimit; readonly key: string }

/**
 * The seconds to wait where the limit is reached; null where it is not. The marks are in the database, so that all
 * instances count together; keys are kept as hashes.
 */
export async function secondsToWait(db: Db, { limit, key }: Counted, now: Date): Promise<number | null> {
  const { windowMs, max } = limits[limit]
  const { count, oldest } = await db
    .selectFrom('rate_mark')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('at').as('oldest')])
    .where('kind', '=', limit)
    .where('key_hash', '=', hashToken(key))
    .where('at', '>', plus(now, -windowMs))
    .executeTakeFirstOrThrow()
  return count < max ? null : waitSince(limit, oldest, now)
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

/** Counts one more of each; those of a payment's attempt are taken back with `dropMarksOf`. */
export async function addMarks(
  db: Db,
  counted: readonly Counted[],
  now: Date,
  attemptId: number | null = null,
): Promise<void> {
  const rows = counted.map(({ limit, key }) => ({ kind: limit, key_hash: hashToken(key), at: now }))
  await db
    .insertInto('rate_mark')
    .values(rows.map((row) => ({ ...row, attempt_id: attemptId })))
    .execute()
}

/** Takes back what an attempt was counted for and came to nothing. */
export async function dropMarksOf(db: Db, attemptId: number): Promise<void> {
  await db.deleteFrom('rate_mark').where('attempt_id', '=', attemptId).execute()
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
