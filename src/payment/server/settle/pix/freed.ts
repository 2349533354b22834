import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { enqueueFound } from '#kit/server/jobs/store.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { methods } from '../../../method.ts'
import { type PaymentState, stayStates } from '../../../paymentState.ts'
import type { Payment } from '../../store.ts'
import { askSoonKind } from '../askSoon.ts'

/** Of an attempt: its bank has called it paid, and nothing is booked yet (`isBehind`). */
export const isPaidCode: RawBuilder<boolean> = sql<boolean>`(attempt.payment_type = ${sql.lit(methods.pix.wire)}
  and attempt.state in ('challenged', 'abandoned')
  and (attempt.paid_behind_at is not null or attempt.end_to_end_id is not null))`

/** Of an attempt: a code that may have been paid, because somebody has it on a screen, or because its bank says so. */
export const mayBePaidCode: RawBuilder<boolean> = sql<boolean>`(${isPaidCode}
  or (attempt.payment_type = ${sql.lit(methods.pix.wire)} and attempt.state = 'challenged'))`

/** Whether a payment that becomes `to` leaves its stay to others, who could not be paid before. */
export function leavesStay(from: PaymentState, to: PaymentState): boolean {
  const states: readonly PaymentState[] = stayStates
  return states.includes(from) && !states.includes(to)
}

/**
 * A card of the stay took nothing: every code of others that may have been paid meanwhile is asked about at once, before
 * another card is sent for the same money. A job of the same commit; the write itself looks for them.
 */
export async function askFreedCodes(
  db: Db,
  { id, ticket_id, segment_n }: Pick<Payment, 'id' | 'ticket_id' | 'segment_n'>,
  now: Date,
): Promise<void> {
  if (ticket_id === null) return
  const codes = db
    .selectFrom('attempt')
    .innerJoin('payment', 'payment.id', 'attempt.payment_id')
    .select([
      sql<string>`'ask-freed-' || attempt.id || ${`-${randomToken()}`}::text`.as('unique_key'),
      sql<string>`jsonb_build_object('attemptId', attempt.id, 'since', ${now.getTime()}::bigint)`.as(
        'payload',
      ),
    ])
    .where('payment.ticket_id', '=', ticket_id)
    .where('payment.segment_n', '=', segment_n)
    .where('payment.id', '<>', id)
    .where(mayBePaidCode)
  await enqueueFound(db, askSoonKind, codes, { now, expected: true })
}
