import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { leftBehindMs } from '../../../limits.ts'
import { methodRow } from '../../../method.ts'
import { type Attempt, updateAttempt } from '../../attempt/attempts.ts'

/** What a driver owes is what is asked for; what a code is paid with is whatever its payer sends. */
export function isByPix({ payment_type }: Pick<Attempt, 'payment_type'>): boolean {
  return methodRow(payment_type).instrument === 'pix'
}

/**
 * A code may be paid twice, or the acquirer undo a sale by itself, and no notification come: it is asked about a quarter of
 * an hour later, and at the end of the day.
 */
export async function askAfterCapture(db: Db, { id, started_at }: Attempt): Promise<void> {
  await updateAttempt(db, id, { ask_at: plus(started_at, leftBehindMs) })
}
