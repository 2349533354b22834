import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { openAttemptsOf } from '../store.ts'

/** The job that `jobs/endOpen.ts` does: it settles, and settling writes it. */
export const endOpenKind = {
  name: 'end_open',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ attemptId: z.number() }),
} as const

/**
 * Somebody's money for this ticket came, or it owes nothing any more: whoever else still stands before the bank's page
 * is told so, by a job of the same commit. What they pay all the same goes back.
 */
export async function endOthers(
  db: Db,
  paid: { ticketId: number | null; paymentId: number | null; now: Date },
): Promise<void> {
  const { ticketId, paymentId: exceptPaymentId, now } = paid
  if (ticketId === null) return
  await endThese(db, await openAttemptsOf(db, { ticketId, exceptPaymentId }), now)
}

/** The same of attempts that are known by now. */
export async function endThese(db: Db, attemptIds: readonly number[], now: Date): Promise<void> {
  for (const attemptId of attemptIds) {
    await enqueue(db, endOpenKind, { attemptId }, { key: `end-open-${attemptId}`, now })
  }
}
