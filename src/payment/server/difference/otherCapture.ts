import type { Approval } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { isByPix } from '../settle/pix/pixAttempt.ts'
import type { Attempt } from '../attempt/attempts.ts'
import { addCapture, type Payment } from '../store.ts'
import { noteAmounts } from './noteAmounts.ts'

type Settlement = {
  payment: Payment
  attempt: Attempt
  now: Date
  /** What the books say was captured. */
  takenCents: number
  /** A query may not show yet what was acknowledged. */
  isLagging: boolean
}

/**
 * A capture that was booked as it was acknowledged is shown with another amount: staff have a case, and what is more is
 * in the books. Nothing is captured or given back by that. What a code brings is booked elsewhere (`bookMore`).
 */
export async function bookOtherCapture(
  db: Db,
  { payment, attempt, now, takenCents, isLagging }: Settlement,
  { capturedCents: shownCents, voidedCents, isCaptureAmountMissing }: Approval,
): Promise<void> {
  if (takenCents === 0 || isCaptureAmountMissing || isByPix(attempt)) return
  // A sale that was voided may show nothing captured.
  if (shownCents === 0 && (voidedCents > 0 || isLagging)) return
  if (shownCents > takenCents) {
    const ids = { paymentId: payment.id, attemptId: attempt.id, takenBeforeCents: takenCents }
    await addCapture(db, { ...ids, amountCents: shownCents - takenCents, at: now })
  }
  const askedCents = payment.take_cents ?? attempt.amount_cents
  await noteAmounts(db, { attempt, now }, 'capture', { askedCents, acknowledgedCents: null, shownCents })
}
