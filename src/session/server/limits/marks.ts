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
  if (count < max) return null
  const waitMs = plus(oldest, windowMs).getTime() - now.getTime()
  return Math.max(1, Math.ceil(waitMs / 1000))
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
