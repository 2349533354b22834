import { type Abandoned, reopenOrCancel } from '../../server/settle/abandon.ts'
import { causeRow, causes } from '#acquirer/causes.ts'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { type AuthenticationEnd, authenticationEnds } from '../../method/authenticationEnds.ts'
import { retryIfOvertaken } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { shownColumns, shownOf } from '../../server/settle/shownToPayer.ts'
import { lockAttempt, updateAttempt, type Attempt } from '../../server/attempt/attempts.ts'
import { forgiveTry } from '../../server/attempt/cardTries.ts'

/** Ends an authentication without a sale. `cardFor`: why the card was refused meanwhile. */
export async function endAuthentication(deps: PaymentDeps, attemptId: number, by: Ending): Promise<void> {
  await retryIfOvertaken(() => transaction(deps.db, (tx) => end(tx, deps, attemptId, by)))
}

type Ending = Abandoned & { end: AuthenticationEnd; cardFor?: string | undefined }

async function end(tx: Tx, { clock }: PaymentDeps, attemptId: number, by: Ending): Promise<void> {
  const now = clock.now()
  const { payment, attempt } = await lockAttempt(tx, attemptId)
  if (payment.state !== 'awaiting_cardholder' || attempt.state !== 'authenticating') return
  const ended = { cause: by.cardFor ?? by.end, authentication: by.end, answered_at: now }
  await updateAttempt(tx, attemptId, { state: 'refused', ...ended, ...shownColumns(null) })
  const { actor, to } = by
  const { text: reason } =
    by.cardFor === undefined ? authenticationEnds[by.end] : (causeRow(by.cardFor) ?? causes.generic)
  await reopenOrCancel(tx, payment, { actor, to, now, reason })
  // The page's claims are no proof.
  const isForgiven = by.cardFor !== undefined || (by.end === 'down' && wasSilent(attempt))
  if (isForgiven) await forgiveTry(tx, attempt.id)
}

function wasSilent(attempt: Attempt): boolean {
  const show = shownOf(attempt)
  return show?.type === 'authenticate' && show.data['silent'] === 'yes'
}
