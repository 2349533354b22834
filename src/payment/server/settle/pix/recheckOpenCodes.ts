import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueueAgain } from '#kit/server/jobs/store.ts'
import { codesAskedMax } from '../../../limits.ts'
import { methodRow, methods } from '../../../method.ts'
import { isPaid, type PaymentState, stayStates } from '../../../paymentState.ts'
import type { Payment } from '../../store.ts'

/** Of an attempt: its bank has called it paid, and nothing is booked yet (`isSuperseded`). */
export const isPaidCode: RawBuilder<boolean> = sql<boolean>`(attempt.payment_type = ${sql.lit(methods.pix.wire)}
  and attempt.state in ('challenged', 'abandoned')
  and (attempt.paid_behind_at is not null or attempt.end_to_end_id is not null))`

/** Of an attempt: a code that may have been paid, because somebody has it on a screen, or because its bank says so. */
export const mayBePaidCode: RawBuilder<boolean> = sql<boolean>`(${isPaidCode}
  or (attempt.payment_type = ${sql.lit(methods.pix.wire)} and attempt.state = 'challenged'))`

/**
 * The codes of a stay that may have been paid and are worth a question, as rows of `id` and `is_paid`: those that were
 * called paid first, then the newest. `except`: those of this payment are not; `which`: all, or those called paid only.
 */
export function codesToAsk(of: {
  ticketId: RawBuilder<unknown>
  segmentN: RawBuilder<unknown>
  except: RawBuilder<unknown>
  which: RawBuilder<boolean>
}) {
  return sql<{ id: number; is_paid: boolean }>`(
    select attempt.id, ${isPaidCode} as is_paid
    from payment other join attempt on attempt.payment_id = other.id
    where other.ticket_id = ${of.ticketId} and other.segment_n = ${of.segmentN}
      and other.id is distinct from ${of.except} and ${of.which}
    order by is_paid desc, attempt.id desc limit ${sql.lit(codesAskedMax)})`
}

/**
 * Whether a payment that becomes `to` leaves its stay to others, who could not be paid before. One that was paid has ended
 * their codes long ago.
 */
export function leavesStay(from: PaymentState, to: PaymentState): boolean {
  const states: readonly PaymentState[] = stayStates
  return states.includes(from) && !isPaid(from) && !states.includes(to)
}

/** The job that `jobs/scheduleRecheck.ts` does of a code. */
export const recheckCodeKind = {
  name: 'ask_code',
  lane: 'codes',
  keptDays: 1,
  payload: z.object({ attemptId: z.number() }),
} as const

type Freed = Pick<Payment, 'id' | 'ticket_id' | 'segment_n' | 'payment_type'>

const keyPrefix = 'ask-code-'

/** One of these waits at most. */
export function recheckCodeKey(attemptId: number): string {
  return `${keyPrefix}${attemptId}`
}

/**
 * A card of the stay took nothing: the codes of others that may have been paid meanwhile are asked about at once, each by
 * one job, before another card is sent for the same money. Another code that was made, or not, hinders none but those
 * that were paid meanwhile. Jobs of the same commit; the write itself looks for them.
 */
export async function recheckOpenCodes(
  db: Db,
  { id, ticket_id, segment_n, payment_type }: Freed,
  now: Date,
): Promise<void> {
  if (ticket_id === null) return
  const codes = codesToAsk({
    ticketId: sql`${ticket_id}`,
    segmentN: sql`${segment_n}`,
    except: sql`${id}::bigint`,
    which: methodRow(payment_type).card === null ? isPaidCode : mayBePaidCode,
  })
  const jobs = sql<{ unique_key: string; payload: string }>`
    select ${sql.lit(keyPrefix)} || code.id as unique_key, jsonb_build_object('attemptId', code.id) as payload
    from ${codes} as code order by code.id`
  await enqueueAgain(db, recheckCodeKind, jobs, now)
}
