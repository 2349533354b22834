import type { Abandoned } from '../../server/settle/abandon.ts'
import { causeRow, causes } from '#acquirer/causes.ts'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type AuthenticationEnd, authenticationEnds } from '../../method/authenticationEnds.ts'
import { changeState, reopen, retryIfOvertaken } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { shownColumns, shownOf } from '../../server/settle/shownToPayer.ts'
import { attemptById, updateAttempt, type Attempt } from '../../server/attempt/attempts.ts'
import { lockPayment } from '../../server/store.ts'
import { forgiveTry } from '../../server/attempt/cardTries.ts'

/** Ends an authentication without a sale. `cardFor`: why the card was refused meanwhile. */
export async function endAuthentication(deps: PaymentDeps, attemptId: number, by: Ending): Promise<void> {
  await retryIfOvertaken(() => transaction(deps.db, (tx) => end(tx, deps, attemptId, by)))
}

type Ending = Abandoned & { end: AuthenticationEnd; cardFor?: string | undefined }

async function end(tx: Tx, { clock }: PaymentDeps, attemptId: number, by: Ending): Promise<void> {
  const now = clock.now()
  const { payment_id } = await attemptById(tx, attemptId)
  const payment = await lockPayment(tx, payment_id)
  const attempt = await attemptById(tx, attemptId)
  if (payment.state !== 'awaiting_cardholder' || attempt.state !== 'authenticating') return
  const ended = { cause: by.cardFor ?? by.end, authentication: by.end, answered_at: now }
  await updateAttempt(tx, attemptId, { state: 'refused', ...ended, ...shownColumns(null) })
  const { actor } = by
  const { text: reason } =
    by.cardFor === undefined ? authenticationEnds[by.end] : (causeRow(by.cardFor) ?? causes.generic)
  await (by.to === 'created'
    ? reopen(tx, payment, { actor, now, reason })
    : changeState(tx, payment, 'cancelled', { actor, now, change: { deadline_at: null, reason: null } }))
  // The page's claims are no proof.
  const isForgiven = by.cardFor !== undefined || (by.end === 'down' && wasSilent(attempt))
  if (isForgiven) await forgiveTry(tx, attempt.id)
}

function wasSilent(attempt: Attempt): boolean {
  const show = shownOf(attempt)
  return show?.type === 'authenticate' && show.data['silent'] === 'yes'
}
