import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { tellWhenWritten, writeLater } from '#kit/server/db/bundle.ts'
import { awaitingStates } from '../../paymentState.ts'

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
 * transaction ends, so nobody is missed who began before the lock. It costs no way to the database of its own.
 */
export async function endOthers(
  db: Db,
  paid: { ticketId: number | null; paymentId: number | null; now: Date },
): Promise<void> {
  const { ticketId, paymentId, now } = paid
  if (ticketId === null) return
  const open = db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select([
      sql.lit(endOpenKind.name).as('kind'),
      sql<string>`'end-open-' || attempt.id`.as('unique_key'),
      sql<string>`jsonb_build_object('attemptId', attempt.id)`.as('payload'),
      sql<Date>`${now}::timestamptz`.as('run_at'),
      sql<Date>`${now}::timestamptz`.as('created_at'),
    ])
    .where('payment.ticket_id', '=', ticketId)
    .where('payment.state', 'in', awaitingStates)
    .where('attempt.state', 'in', ['authenticating', 'challenged'])
  const others = paymentId === null ? open : open.where('payment.id', '<>', paymentId)
  const write = db
    .insertInto('job')
    .columns(['kind', 'unique_key', 'payload', 'run_at', 'created_at'])
    .expression(others)
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
  await writeLater(db, null, write)
  tellWhenWritten(db, endOpenKind.name)
}
