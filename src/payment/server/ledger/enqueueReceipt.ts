import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import type { Attempt } from '../attempt/attempts.ts'

/** Job `receipt/server/sendReceipt.ts`. */
export const receiptKind = {
  name: 'receipt',
  lane: 'mail',
  keptDays: 0,
  payload: z.object({ paymentId: z.number(), attemptId: z.number() }),
} as const

/** Runs in the transaction that records the capture. */
export async function enqueueReceipt(
  db: Db,
  { id, payment_id: paymentId }: Pick<Attempt, 'id' | 'payment_id'>,
  now: Date,
): Promise<void> {
  await enqueue(db, receiptKind, { paymentId, attemptId: id }, { key: `receipt-${id}`, now })
}
