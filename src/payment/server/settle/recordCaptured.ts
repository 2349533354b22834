import { jobKind } from '#kit/server/jobs/job.ts'
import type { Tx } from '#db/schema.ts'
import { changeState, type Note } from '../changeState.ts'
import { enqueueReceipt } from '../ledger/ledger.ts'
import type { PaymentChange } from '../store.ts'
import type { AttemptContext } from '../settlementContext.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { enqueue } from '#kit/server/jobs/store.ts'
import { awaitingStates } from '../../paymentState.ts'
import { isOneOf } from '../views/stateSql.ts'

type Change = Omit<PaymentChange, 'deadline_at' | 'reason'> & { receipt_kid: string | null }

/** Records a capture in the caller's transaction. `note` goes into the audit row. */
export async function recordCaptured(tx: Tx, of: AttemptContext, change: Change, note: Note = {}) {
  const { payment, attempt, actor, now } = of
  const cleared = { deadline_at: null, reason: null }
  await changeState(tx, payment, 'captured', { actor, now, change: { ...change, ...cleared }, note })
  await enqueueReceipt(tx, attempt, now)
  await endOtherAttempts(tx, { ticketId: payment.ticket_id, paymentId: payment.id, now })
}

export const endOpenKind = jobKind('end_open', { lane: 'money', keptDays: 30 }, { attemptId: z.number() })

type Paid = { ticketId: number | null; paymentId: number | null; now: Date }

/**
 * Ends the ticket's other open authentications and codes. The ticket is locked, as when an attempt starts.
 */
export async function endOtherAttempts(tx: Tx, { ticketId, paymentId, now }: Paid): Promise<void> {
  if (ticketId === null) return
  const open = await tx
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select('attempt.id')
    .where('payment.ticket_id', '=', ticketId)
    .where(isOneOf(sql`payment.state`, awaitingStates))
    .where(sql<boolean>`attempt.state in ('authenticating', 'challenged')`)
    .where(sql<boolean>`payment.id is distinct from ${paymentId}::bigint`)
    .orderBy('attempt.id')
    .execute()
  for (const { id } of open) await enqueue(tx, endOpenKind, { attemptId: id }, { key: `end-open-${id}`, now })
}
