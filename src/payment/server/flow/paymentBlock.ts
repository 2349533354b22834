import { type RawBuilder, sql } from 'kysely'
import { sentStates } from '../../paymentState.ts'

export type BlockingPayment = {
  readonly segment_n: number
  readonly is_authorised: boolean
  readonly is_own: boolean
}

/** SQL: a ticket's last payment with money or at the acquirer, or null. */
export function blockingPaymentSql(ticketId: RawBuilder<number>, sessionHash: RawBuilder<string>) {
  const states = sql.join([...sentStates, 'review', 'authorised'].map((state) => sql.lit(state)))
  return sql<BlockingPayment | null>`(
    select json_build_object('segment_n', segment_n, 'is_authorised', state = 'authorised',
      'is_own', session_hash is not distinct from ${sessionHash})
    from payment where payment.ticket_id = ${ticketId} and state in (${states}) order by segment_n desc limit 1)`
}

/** Null where the segment can be paid; the caller's own payment does not block. */
export function findPaymentBlock(
  segmentN: number,
  { atTheBank, cardLimitSince }: { atTheBank: BlockingPayment | null; cardLimitSince: Date | null },
): 'payment_in_flight' | 'ticket_reserved' | 'too_many_attempts' | null {
  if (atTheBank?.segment_n === segmentN) {
    if (atTheBank.is_authorised) return 'ticket_reserved'
    if (!atTheBank.is_own) return 'payment_in_flight'
  }
  return cardLimitSince === null ? null : 'too_many_attempts'
}
