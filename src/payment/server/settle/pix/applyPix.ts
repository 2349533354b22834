import { shownColumns } from '../shownToPayer.ts'
import type { Approval } from '#acquirer/acquirer.ts'
import type { Db, Tx } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { recheckAfterPendingMs } from '../../../limits.ts'
import { reopen, reopenAfterLastAttempt } from '../../changeState.ts'
import { requestReversal } from '../../attempt/requestReversal.ts'
import { readLedgerSums } from '../../ledger/ledger.ts'
import { refundExcess } from '../../ledger/refunds.ts'
import { openEventCase } from '../../ledger/cases.ts'
import { updateAttempt } from '../../attempt/attempts.ts'
import { insertCapture } from '../../store.ts'
import type { Settlement } from '../../settlementContext.ts'
import { outcomeTexts } from '../../../texts.ts'

/** Whether a code is on the payer's screen and has not expired. */
export function isCodeOpen({ payment, now }: Pick<Settlement, 'payment' | 'now'>): boolean {
  return payment.state === 'awaiting_payment' && payment.deadline_at !== null && payment.deadline_at > now
}

/** Abandons an expired code and schedules a recheck, because the payer may have paid it. */
export async function applyExpiredCode(tx: Tx, settlement: Settlement): Promise<void> {
  const { attempt, now } = settlement
  if (attempt.state !== 'abandoned' && attempt.state !== 'refused') {
    const next_query_at = attempt.next_query_at ?? addMs(now, recheckAfterPendingMs)
    const ended = { state: 'abandoned', answered_at: now, next_query_at } as const
    await updateAttempt(tx, attempt.id, { ...ended, ...shownColumns(null) })
  }
  await reopenAfterLastAttempt(tx, settlement, outcomeTexts.codeOver)
}

/** An unshown code cannot be paid: the payment is reopened at once. */
export async function applyUnshownCode(tx: Tx, settlement: Settlement, reference: string | null) {
  const { payment, attempt, actor, now } = settlement
  await updateAttempt(tx, attempt.id, {
    state: 'abandoned',
    reference: reference ?? attempt.reference,
    answered_at: now,
    next_query_at: addMs(now, recheckAfterPendingMs),
  })
  await reopen(tx, payment, { actor, now, reason: outcomeTexts.codeNotMade })
}

/** Records a further payment of a paid code and refunds it. Returns whether there was a further payment. */
export async function recordRepeatedPixPayment(
  db: Db,
  { payment, attempt, now }: Settlement,
  sale: Approval,
) {
  const { takenCents } = await readLedgerSums(db, attempt.id)
  const amountCents = sale.capturedCents - takenCents
  if (takenCents === 0 || amountCents <= 0) return false
  await insertCapture(db, { attempt, amountCents, takenBeforeCents: takenCents, at: now })
  if (attempt.state === 'captured') await refundExcess(db, { payment, attempt, now })
  // An automatic refund could return money that staff settled.
  if (attempt.state === 'kept')
    await openEventCase(db, { paymentId: payment.id, kind: 'kept_again', amountCents }, now)
  if (attempt.state !== 'given_back') return true
  await requestReversal(db, attempt.id, { now, change: { answered_at: now }, keySuffix: takenCents })
  return true
}
