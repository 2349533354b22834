import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { AddressLimit } from '../../limits.ts'
import { secondsToWait } from './hits.ts'

export type LimitedCaller = {
  readonly ip: string
  readonly proveAgain: () => Promise<'proven' | 'unproven' | 'off'>
}

/** Throws `human_required` or, without a human check, `too_many` (docs/spec.md#r20). Not in a transaction. */
export async function admitAttempt(db: Db, limit: AddressLimit, by: LimitedCaller, now: Date): Promise<void> {
  await admitAfter(await secondsToWait(db, { limit, key: by.ip }, now), by)
}

export async function admitAfter(retryAfterSeconds: number | null, by: LimitedCaller): Promise<void> {
  if (retryAfterSeconds === null) return
  const proof = await by.proveAgain()
  if (proof === 'unproven') throw fail('human_required', { data: { grade: 2 } })
  if (proof === 'off') throw fail('too_many', { retryAfterSeconds })
}
