import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { awaitingStates } from '../../paymentState.ts'
import { isOneOf } from '../views/inState.ts'

/** The job that `jobs/endOpen.ts` does: it settles, and settling writes it. */
export const endOpenKind = {
  name: 'end_open',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ attemptId: z.number() }),
} as const

/**
 * Enqueues the end of every other open authentication and open code of a ticket, after money for it came or nothing is owed
 * any more. What those payers pay all the same is refunded. The ticket is locked, and starting an attempt locks it too.
 */
export async function endOthers(
  tx: Tx,
  { ticketId, paymentId, now }: { ticketId: number | null; paymentId: number | null; now: Date },
): Promise<void> {
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
