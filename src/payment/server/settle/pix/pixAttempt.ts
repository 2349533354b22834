import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { leftBehindMs } from '../../../limits.ts'
import { methodRow } from '../../../method.ts'
import { type Attempt, updateAttempt } from '../../attempt/attempts.ts'

/** Whether the attempt is a Pix code. */
export function isByPix({ payment_type }: Pick<Attempt, 'payment_type'>): boolean {
  return methodRow(payment_type).instrument === 'pix'
}

/** A code may be paid twice, or the acquirer cancel the sale, without a webhook. */
export async function askAfterCapture(db: Db, { id, started_at }: Attempt): Promise<void> {
  await updateAttempt(db, id, { ask_at: plus(started_at, leftBehindMs) })
}
