import type { Db } from '#db/schema.ts'
import { plus } from '../clock.ts'
import { fail } from '../fail.ts'
import { takeLockOf } from './db/locks.ts'
import { hashToken } from './secrets.ts'

/** How often something may happen for one key (an e-mail, an address) within a sliding window. */
export type Rate = {
  readonly kind: string
  readonly key: string
  readonly limit: number
  readonly windowMs: number
}

/**
 * Throws `too_many`, with the seconds to wait, when the limit is reached. The marks are in the database, so
 * that all instances count together; keys are kept as hashes.
 */
export async function refuseWhenReached(db: Db, rate: Rate, now: Date): Promise<void> {
  const { count, oldest } = await db
    .selectFrom('rate_mark')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('at').as('oldest')])
    .where('kind', '=', rate.kind)
    .where('key_hash', '=', hashToken(rate.key))
    .where('at', '>', plus(now, -rate.windowMs))
    .executeTakeFirstOrThrow()
  if (count < rate.limit) return
  const waitMs = plus(oldest, rate.windowMs).getTime() - now.getTime()
  throw fail('too_many', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}

/** Makes others who count the same key wait until this transaction ends. */
export async function lockRate(db: Db, rate: Rate): Promise<void> {
  await takeLockOf(db, 'rate', `${rate.kind} ${rate.key}`)
}

export async function addMark(db: Db, rate: Rate, now: Date): Promise<void> {
  await db
    .insertInto('rate_mark')
    .values({ kind: rate.kind, key_hash: hashToken(rate.key), at: now })
    .execute()
}

/** Counts one more, or throws `too_many`. In a transaction. */
export async function countOne(db: Db, rate: Rate, now: Date): Promise<void> {
  await lockRate(db, rate)
  await refuseWhenReached(db, rate, now)
  await addMark(db, rate, now)
}

/** Forgives what was counted for this key. */
export async function clearMarks(db: Db, rate: Rate): Promise<void> {
  await db
    .deleteFrom('rate_mark')
    .where('kind', '=', rate.kind)
    .where('key_hash', '=', hashToken(rate.key))
    .execute()
}
