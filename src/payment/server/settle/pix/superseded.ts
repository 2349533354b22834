import type { Approval } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { recheckSupersededMs, reviewAfterMs } from '../../../limits.ts'
import { can, isAwaiting, isSent } from '../../../paymentState.ts'
import { attemptStates } from '../../../attemptStates.ts'
import type { Settlement } from '../../settlementContext.ts'
import { type Attempt, updateAttempt, isByPix } from '../../attempt/attempts.ts'
import { updatePayment } from '../../store.ts'
import { shownColumns } from '../shownToPayer.ts'

/** Whether a paid code waits for another payer's card, a day at most (docs/methods.md#pix). */
export function isSupersededBy({ payment, attempt, otherPaymentStates, now }: Settlement): boolean {
  if (!isByPix(attempt) || attempt.amount_cents !== payment.amount_cents) return false
  if (
    !can('becomePaid', payment.state) ||
    otherPaymentStates.length === 0 ||
    !otherPaymentStates.every(isSent)
  )
    return false
  return now.getTime() - attempt.started_at.getTime() < reviewAfterMs
}

/** Whether the bank has reported the code as paid and the attempt is not over. */
export function isSuperseded(attempt: Pick<Attempt, 'state' | 'superseded_at'>): boolean {
  return attempt.superseded_at !== null && !attemptStates[attempt.state].isOver
}

/** Leaves a paid code unrecorded; it is rechecked at intervals, and when the card took no money. */
export async function deferSupersededPix(
  db: Db,
  { payment, attempt, isLastAttempt, now }: Settlement,
  { reference, endToEndId }: Pick<Approval, 'reference' | 'endToEndId'>,
): Promise<void> {
  const again = addMs(now, recheckSupersededMs)
  await updateAttempt(db, attempt.id, {
    state: attempt.state === 'challenged' ? 'challenged' : 'abandoned',
    reference,
    end_to_end_id: endToEndId,
    superseded_at: attempt.superseded_at ?? now,
    ...shownColumns(null),
    next_query_at: again,
  })
  if (isLastAttempt && isAwaiting(payment.state))
    await updatePayment(db, payment.id, now, { deadline_at: again })
}
