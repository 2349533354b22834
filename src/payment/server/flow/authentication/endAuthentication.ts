import { causeRow, causes } from '#acquirer/causes.ts'
import { plus } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type AuthenticationEnd, authenticationEnds } from '../../../authentication/ends.ts'
import { openMs } from '../../../limits.ts'
import { changeState } from '../../changeState.ts'
import type { PaymentDeps } from '../../deps.ts'
import { shownColumns } from '../../settle/shown.ts'
import { attemptById, lockPayment, updateAttempt } from '../../store.ts'
import { forgiveTry } from '../card/cardTries.ts'
import { wasSilent } from './openings.ts'

/**
 * No sale follows on this authentication: its attempt is over, because nothing was ever sent, and the payment may be
 * paid in another way, or ends as cancelled. `cardFor`: what its card was refused for meanwhile. Does nothing where it has
 * ended already.
 */
export async function endAuthentication(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  attemptId: number,
  by: { end: AuthenticationEnd; cardFor?: string | undefined; actor: string; to: 'created' | 'cancelled' },
): Promise<void> {
  const now = deps.clock.now()
  const { text } =
    by.cardFor === undefined ? authenticationEnds[by.end] : (causeRow(by.cardFor) ?? causes.generic)
  await transaction(deps.db, async (db) => {
    const { payment_id } = await attemptById(db, attemptId)
    const payment = await lockPayment(db, payment_id)
    const attempt = await attemptById(db, attemptId)
    if (payment.state !== 'awaiting_cardholder' || attempt.state !== 'authenticating') return
    const ended = {
      cause: by.cardFor ?? by.end,
      authentication: by.end,
      ...shownColumns(null),
      answered_at: now,
    }
    await updateAttempt(db, attemptId, { state: 'refused', ...ended })
    const change =
      by.to === 'created'
        ? { deadline_at: plus(now, openMs), reason: text }
        : { deadline_at: null, reason: null }
    await changeState(db, payment, by.to, { actor: by.actor, now, change })
    // What the page says cannot be proven: a card is forgiven only what we know ourselves.
    const isForgiven = by.cardFor !== undefined || (by.end === 'down' && wasSilent(attempt))
    if (isForgiven) await forgiveTry(db, attempt, now)
  })
}
