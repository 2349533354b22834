import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { jobKind } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { awaitingStates } from '../../paymentState.ts'
import { isInStates } from '../views/stateSql.ts'

export const endOpenAttemptKind = jobKind(
  'end_open',
  { lane: 'money', keptDays: 30 },
  { attemptId: z.number() },
)

type PaidTicket = { ticketId: number | null; paymentId: number | null; now: Date }

/** Ends the ticket's other open authentications and codes. The ticket is locked, as when an attempt starts. */
export async function endOtherAttempts(tx: Tx, { ticketId, paymentId, now }: PaidTicket): Promise<void> {
  if (ticketId === null) return
  const open = await tx
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select('attempt.id')
    .where('payment.ticket_id', '=', ticketId)
    .where(isInStates(sql`payment.state`, awaitingStates))
    .where(sql<boolean>`attempt.state in ('authenticating', 'challenged')`)
    .where(sql<boolean>`payment.id is distinct from ${paymentId}::bigint`)
    .orderBy('attempt.id')
    .execute()
  for (const { id } of open)
    await enqueue(tx, endOpenAttemptKind, { attemptId: id }, { key: `end-open-${id}`, now })
}
