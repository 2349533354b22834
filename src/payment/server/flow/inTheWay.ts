import { type RawBuilder, sql } from 'kysely'
import { sentStates } from '../../paymentState.ts'

/** Why a payment of this stay would be refused, known before the card form. */
export type InTheWay = 'payment_in_flight' | 'ticket_reserved' | 'too_many_attempts'

/** A payment of a ticket that holds money or is at the acquirer. */
export type AtTheBank = {
  readonly segment_n: number
  readonly is_authorised: boolean
  /** Of the caller's own session. */
  readonly is_own: boolean
}

/**
 * SQL: that payment of a ticket, or null. The last segment with one is enough: a segment has one at most
 * (`payment_one_per_stay`), and earlier segments owe nothing.
 */
export function atTheBank(
  ticketId: RawBuilder<number>,
  sessionHash: RawBuilder<string>,
): RawBuilder<AtTheBank | null> {
  const states = sql.join([...sentStates, 'review', 'authorised'].map((state) => sql.lit(state)))
  return sql`(
    select json_build_object('segment_n', segment_n, 'is_authorised', state = 'authorised',
      'is_own', session_hash is not distinct from ${sessionHash})
    from payment where payment.ticket_id = ${ticketId} and state in (${states}) order by segment_n desc limit 1)`
}

/**
 * Whether the segment is being paid by another session, held by a reservation, or the caller had too many
 * refusals, as `startAttempt` would find. The caller's own payment does not block: its screen shows the
 * state.
 */
export function standsInTheWay(
  segmentN: number,
  { atTheBank, cardsSince }: { atTheBank: AtTheBank | null; cardsSince: Date | null },
): InTheWay | null {
  if (atTheBank?.segment_n === segmentN) {
    if (atTheBank.is_authorised) return 'ticket_reserved'
    if (!atTheBank.is_own) return 'payment_in_flight'
  }
  return cardsSince === null ? null : 'too_many_attempts'
}
