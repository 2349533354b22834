import { jobKind } from '#kit/server/jobs/job.ts'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { enqueueEach } from '#kit/server/jobs/enqueue.ts'
import { maxCodesChecked } from '../../limits.ts'
import { methodRow, methods } from '../../method/method.ts'
import { isPaid, type PaymentState, stayStates } from '../../paymentState.ts'
import type { Payment } from '../store.ts'

/** SQL: reported as paid and not recorded (`isSuperseded`). */
export const isPaidCode: RawBuilder<boolean> = sql<boolean>`(attempt.payment_type = ${sql.lit(methods.pix.wire)}
  and attempt.state in ('challenged', 'abandoned') and attempt.superseded_at is not null)`

export const mayBePaidCode: RawBuilder<boolean> = sql<boolean>`(${isPaidCode}
  or (attempt.payment_type = ${sql.lit(methods.pix.wire)} and attempt.state = 'challenged'))`

export type CodeToRecheck = { id: number; is_paid: boolean }

/** SQL: the stay's codes to query, paid ones first, then the newest. */
export function codesToRecheck(
  { ticket_id, segment_n }: Pick<Payment, 'ticket_id' | 'segment_n'>,
  which: RawBuilder<boolean>,
  exceptId: number | null = null,
) {
  return sql<CodeToRecheck>`(
    select attempt.id, ${isPaidCode} as is_paid
    from payment other join attempt on attempt.payment_id = other.id
    where other.ticket_id = ${ticket_id} and other.segment_n = ${segment_n}
      and other.id is distinct from ${exceptId}::bigint and ${which}
    order by is_paid desc, attempt.id desc limit ${sql.lit(maxCodesChecked)})`
}

/** Whether this change lets other payments pay the stay. */
export function freesStay(from: PaymentState, to: PaymentState): boolean {
  const states: readonly PaymentState[] = stayStates
  return states.includes(from) && !isPaid(from) && !states.includes(to)
}

export const recheckCodeKind = jobKind(
  'recheck_code',
  { lane: 'codes', keptDays: 1 },
  { attemptId: z.number() },
)

type EndedPayment = Pick<Payment, 'id' | 'ticket_id' | 'segment_n' | 'payment_type'>

const keyPrefix = 'ask-code-'

export function recheckCodeKey(attemptId: number): string {
  return `${keyPrefix}${attemptId}`
}

/** After a payment took nothing, enqueues queries of the stay's codes; after a Pix, only of paid ones. */
export async function recheckOpenCodes(db: Db, freed: EndedPayment, now: Date) {
  if (freed.ticket_id === null) return
  const which = methodRow(freed.payment_type).card === null ? isPaidCode : mayBePaidCode
  const codes = codesToRecheck(freed, which, freed.id)
  const jobs = sql<{ unique_key: string; payload: string }>`
    select ${sql.lit(keyPrefix)} || code.id as unique_key, jsonb_build_object('attemptId', code.id) as payload
    from ${codes} as code order by code.id`
  await enqueueEach(db, recheckCodeKind, jobs, now)
}
