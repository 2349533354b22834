import { plus } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { openMs } from '../../limits.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { attemptById, lockPayment, updateAttempt } from '../store.ts'
import { outcomeTexts } from '../view.ts'
import { shownColumns } from './shown.ts'

/**
 * The cardholder did not authenticate: the payment may be paid again, or ends as cancelled. Should the
 * bank say yes after all, `settle` still applies it or gives it back.
 */
export async function abandon(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  attemptId: number,
  by: { actor: string; to: 'created' | 'cancelled' },
): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const { payment_id } = await attemptById(db, attemptId)
    const payment = await lockPayment(db, payment_id)
    const attempt = await attemptById(db, attemptId)
    if (payment.state !== 'awaiting_cardholder' || attempt.state !== 'challenged') return
    await updateAttempt(db, attemptId, { state: 'abandoned', ...shownColumns(null), answered_at: now })
    const change =
      by.to === 'created'
        ? { deadline_at: plus(now, openMs), reason: outcomeTexts.abandoned }
        : { deadline_at: null, reason: null }
    await changeState(db, payment, by.to, { actor: by.actor, now, change })
  })
}
