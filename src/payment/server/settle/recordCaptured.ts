import type { Tx } from '#db/schema.ts'
import { changeState, type AuditNote } from '../changeState.ts'
import { enqueueReceipt } from '../ledger/ledger.ts'
import type { PaymentChange } from '../store.ts'
import { endOtherAttempts } from './endOtherAttempts.ts'
import type { AttemptContext } from '../settlementContext.ts'

type Change = Omit<PaymentChange, 'deadline_at' | 'reason'> & { receipt_kid: string | null }

/**
 * Sets the payment to `captured`, enqueues its receipt and ends the other attempts; the ledger and the subject are
 * already written. `note` goes into the audit row.
 */
export async function recordCaptured(tx: Tx, of: AttemptContext, change: Change, note: AuditNote = {}) {
  const { payment, attempt, actor, now } = of
  const cleared = { deadline_at: null, reason: null }
  await changeState(tx, payment, 'captured', { actor, now, change: { ...change, ...cleared }, note })
  await enqueueReceipt(tx, attempt, now)
  await endOtherAttempts(tx, { ticketId: payment.ticket_id, paymentId: payment.id, now })
}
