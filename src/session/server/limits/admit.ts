import type { Db, Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { AddressLimit, LimitName } from '../../limits.ts'
import { findRetryAfterSeconds, type RateKey, recordHits } from './hits.ts'
import { takeKeyedLock } from '#kit/server/db/locks.ts'
import { hashToken } from '#kit/server/secrets.ts'

export type LimitedCaller = {
  readonly ip: string
  readonly proveAgain: () => Promise<'proven' | 'unproven' | 'off'>
}

/** Throws `human_required` or, without a human check, `too_many` (docs/spec.md#r20). Not in a transaction. */
export async function checkRateLimit(
  db: Db,
  limit: AddressLimit,
  by: LimitedCaller,
  now: Date,
): Promise<void> {
  await admitOrChallenge(await findRetryAfterSeconds(db, { limit, key: by.ip }, now), by)
}

export async function admitOrChallenge(retryAfterSeconds: number | null, by: LimitedCaller): Promise<void> {
  if (retryAfterSeconds === null) return
  const proof = await by.proveAgain()
  if (proof === 'unproven') throw fail('human_required', { data: { grade: 2 } })
  if (proof === 'off') throw fail('too_many', { retryAfterSeconds })
}

/** Throws `too_many`. */
export async function throwWhenLimitReached(db: Db, counted: RateKey, now: Date): Promise<void> {
  const retryAfterSeconds = await findRetryAfterSeconds(db, counted, now)
  if (retryAfterSeconds !== null) throw fail('too_many', { retryAfterSeconds })
}

export async function lockRate(tx: Tx, { limit, key }: { limit: LimitName; key: string }): Promise<void> {
  await takeKeyedLock(tx, 'rate', `${limit} ${key}`)
}

/** Throws `too_many`. Needs a transaction. */
export async function recordHitOrThrow(tx: Tx, counted: RateKey, now: Date): Promise<void> {
  await lockRate(tx, counted)
  await throwWhenLimitReached(tx, counted, now)
  await recordHits(tx, [counted], now)
}

/** False at the limit. Needs a transaction. */
export async function recordHitIfBelow(tx: Tx, counted: RateKey, now: Date): Promise<boolean> {
  await lockRate(tx, counted)
  if ((await findRetryAfterSeconds(tx, counted, now)) !== null) return false
  await recordHits(tx, [counted], now)
  return true
}

export async function clearHits(db: Db, { limit, key }: RateKey): Promise<void> {
  await db.deleteFrom('rate_mark').where('kind', '=', limit).where('key_hash', '=', hashToken(key)).execute()
}
