import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { AddressLimit } from '../../limits.ts'
import { secondsToWait } from './marks.ts'

/** The caller of a limited action. */
export type Trier = {
  /** From `addressOf`. */
  readonly ip: string
  /** Spends a proof of grade 2; `off` without a human check. */
  readonly proveAgain: () => Promise<'proven' | 'unproven' | 'off'>
}

/**
 * Over the limit, throws `human_required` without a proof of grade 2, or `too_many` where the human check is
 * off (docs/spec.md#r20). Not inside a transaction.
 */
export async function admitTry(db: Db, limit: AddressLimit, by: Trier, now: Date): Promise<void> {
  await admitAfter(await secondsToWait(db, { limit, key: by.ip }, now), by)
}

/** The same with a wait that is already read; null admits. */
export async function admitAfter(retryAfterSeconds: number | null, by: Trier): Promise<void> {
  if (retryAfterSeconds === null) return
  const proof = await by.proveAgain()
  if (proof === 'unproven') throw fail('human_required', { data: { grade: 2 } })
  if (proof === 'off') throw fail('too_many', { retryAfterSeconds })
}
