import type { Approval } from '#acquirer/acquirer.ts'
import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { recheckSupersededMs, reviewAfterMs } from '../../../limits.ts'
import { can, isAwaiting, isSent } from '../../../paymentState.ts'
import { attemptStates } from '../../../states.ts'
import type { SettlementContext } from '../settlementContext.ts'
import { type Attempt, updateAttempt } from '../../attempt/attempts.ts'
import { updatePayment } from '../../store.ts'
import { shownColumns } from '../shown.ts'
import { isByPix } from './pixAttempt.ts'

type Settlement = Pick<SettlementContext, 'payment' | 'attempt' | 'current' | 'rivals'> & { now: Date }

/**
 * Whether a code is paid while money for the same stay is being asked for elsewhere, by somebody's card, and nobody knows
 * what becomes of that: who has paid is sent away only once the other has paid too (docs/methods.md#pix). After a day
 * it is decided as it stands.
 */
export function isSupersededBy({ payment, attempt, rivals, now }: Settlement): boolean {
  if (!isByPix(attempt) || attempt.amount_cents !== payment.amount_cents) return false
  if (!can('becomePaid', payment.state) || rivals.length === 0 || !rivals.every(isSent)) return false
  return now.getTime() - attempt.started_at.getTime() < reviewAfterMs
}

/** The bank calls it paid, and it waits for what becomes of somebody's card. */
export function isSuperseded(attempt: Pick<Attempt, 'state' | 'end_to_end_id' | 'paid_behind_at'>): boolean {
  // The release before this one told it by the id alone, which not every bank gives.
  const isPaid = attempt.paid_behind_at !== null || attempt.end_to_end_id !== null
  return isPaid && !attemptStates[attempt.state].isOver
}

/**
 * Books nothing yet: the bank is asked again when the card has taken nothing (`recheckOpenCodes`), and now and then, until it
 * has or has not. The code is shown no longer.
 */
export async function parkSuperseded(
  db: Db,
  { payment, attempt, current, now }: Settlement,
  { reference, endToEndId }: Pick<Approval, 'reference' | 'endToEndId'>,
): Promise<void> {
  const again = plus(now, recheckSupersededMs)
  await updateAttempt(db, attempt.id, {
    state: attempt.state === 'challenged' ? 'challenged' : 'abandoned',
    reference,
    end_to_end_id: endToEndId,
    paid_behind_at: attempt.paid_behind_at ?? now,
    ...shownColumns(null),
    ask_at: again,
  })
  if (current && isAwaiting(payment.state)) await updatePayment(db, payment.id, now, { deadline_at: again })
}
