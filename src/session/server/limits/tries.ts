import type { Db } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import type { AddressLimit } from '../../limits.ts'
import { secondsToWait } from './marks.ts'

/** Who tries: from where, and whether they can prove once more that a person is there. */
export type Trier = {
  /** As `addressOf` says it. */
  readonly ip: string
  /** Uses up a proof of grade 2; `off` where nobody is asked for proofs. */
  readonly proveAgain: () => Promise<'proven' | 'unproven' | 'off'>
}

/**
 * Lets a try in. From an address that failed too often each one needs a proof of grade 2 (docs/spec.md#r20): throws
 * `human_required` with the grade, or `too_many` where the human check is off. Not inside a transaction.
 */
export async function admitTry(db: Db, limit: AddressLimit, by: Trier, now: Date): Promise<void> {
  await admitAfter(await secondsToWait(db, { limit, key: by.ip }, now), by)
}

/** The same, where somebody knows by now how long who tries would have to wait; null where they need not. */
export async function admitAfter(retryAfterSeconds: number | null, by: Trier): Promise<void> {
  if (retryAfterSeconds === null) return
  const proof = await by.proveAgain()
  if (proof === 'unproven') throw fail('human_required', { data: { grade: 2 } })
  if (proof === 'off') throw fail('too_many', { retryAfterSeconds })
}
