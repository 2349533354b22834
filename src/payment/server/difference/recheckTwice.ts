import type { Db } from '#db/schema.ts'
import { dayMs, hourMs, plus } from '#kit/clock.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { recheckKind } from '../ledger/ledger.ts'

/** An ended refund may still have been made. */
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
