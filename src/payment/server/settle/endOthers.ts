import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueuesFound } from '#kit/server/jobs/store.ts'
import { awaitingStates } from '../../paymentState.ts'
import { isOneOf } from '../reads/inState.ts'

/** The job that `jobs/endOpen.ts` does: it settles, and settling writes it. */
export const endOpenKind = {
  name: 'end_open',
  lane: 'money',
  keptDays: 30,
  payload: z.object({ attemptId: z.number() }),
} as const

/**
 * Somebody's money for this ticket came, or it owes nothing any more: whoever else still stands before the bank's page, or
 * has a code open, is told so, by a job of the same commit. What they pay all the same goes back.
 *
 * The ticket is locked by now, and whoever begins to pay locks it too: the write itself looks for them, when the
 * transaction ends, so nobody is missed who began before the lock. It costs no way to the database of its own. `expected`
 * is false where a look before that saw nobody: then nobody looks for the job at once.
 */
export async function endOthers(
  db: Db,
  paid: { ticketId: number | null; paymentId: number | null; now: Date; expected?: boolean },
): Promise<void> {
  const { ticketId, paymentId, now, expected = true } = paid
  if (ticketId === null) return
  await endOpen(db, { ticketId, paymentId }, { now, expected })
}

const endOpen = enqueuesFound<{ ticketId: number; paymentId: number | null }>(
  endOpenKind,
  (db, { ticketId, paymentId }) =>
    db
      .selectFrom('attempt')
      .innerJoin('payment', 'payment.id', 'attempt.payment_id')
      .select([
        sql<string>`'end-open-' || attempt.id`.as('unique_key'),
        sql<string>`jsonb_build_object('attemptId', attempt.id)`.as('payload'),
      ])
      .where('payment.ticket_id', '=', ticketId)
      .where(isOneOf(sql`payment.state`, awaitingStates))
      .where(sql<boolean>`attempt.state in ('authenticating', 'challenged')`)
      .where(sql<boolean>`payment.id is distinct from ${paymentId}::bigint`),
)
