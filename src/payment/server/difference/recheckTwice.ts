import type { Db } from '#db/schema.ts'
import { dayMs, hourMs, plus } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { recheckKind } from '../ledger/ledger.ts'

/**
 * Whether a refund that has ended reached the acquirer nobody can tell any more: staff see what is kept, and ask for it
 * anew. Should it have been on its way, its sale says so soon.
 */
export async function recheckTwice(
  db: Db,
  of: { refundId: number; attemptId: number; now: Date },
): Promise<void> {
  const { refundId, attemptId, now } = of
  for (const ms of [hourMs, dayMs]) {
    const key = `look-at-ended-${refundId}-${ms}`
    await enqueue(db, recheckKind, { attemptId }, { key, now, runAt: plus(now, ms) })
  }
}
