import type { Tx } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { isAwaiting, type PaymentState } from '../../paymentState.ts'
import { changeState, reopen, retryIfOvertaken } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockAttempt, updateAttempt } from '../attempt/attempts.ts'
import { outcomeTexts } from '../../texts.ts'
import type { Payment } from '../store.ts'
import { shownColumns } from './shownToPayer.ts'

/** Ends an uncompleted authentication or code; `settle` still records later money. */
export async function abandonAttempt(deps: PaymentDeps, attemptId: number, by: Abandonment): Promise<void> {
  await retryIfOvertaken(() => transaction(deps.db, (tx) => abandonLocked(tx, deps, attemptId, by)))
}

export type Abandonment = { actor: string; to: 'created' | 'cancelled' }

async function abandonLocked(tx: Tx, { clock }: PaymentDeps, attemptId: number, { actor, to }: Abandonment) {
  const now = clock.now()
  const { payment, attempt } = await lockAttempt(tx, attemptId)
  if (!isAwaiting(payment.state) || attempt.state !== 'challenged') return
  await updateAttempt(tx, attemptId, { state: 'abandoned', ...shownColumns(null), answered_at: now })
  await reopenOrCancel(tx, payment, { actor, to, now, reason: reopenReason(payment.state, actor) })
}

type Ended = Abandonment & { now: Date; reason: string | null }

/** `reason`: the payer's text where the payment is open again. */
export async function reopenOrCancel(tx: Tx, payment: Payment, { to, reason, ...by }: Ended): Promise<void> {
  await (to === 'created'
    ? reopen(tx, payment, { ...by, reason })
    : changeState(tx, payment, 'cancelled', { ...by, change: { deadline_at: null, reason: null } }))
}

function reopenReason(state: PaymentState, actor: string): string | null {
  if (state === 'awaiting_cardholder') return outcomeTexts.abandoned
  return actor === 'customer' ? null : outcomeTexts.codeOver
}
