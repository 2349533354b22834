import { type RawBuilder, sql } from 'kysely'
import { sentStates } from '../../paymentState.ts'

/** What would refuse a payment of this stay, said before anything is typed. */
export type InTheWay = 'payment_in_flight' | 'ticket_reserved' | 'too_many_attempts'

/** A payment of a ticket that holds money, or was sent for it. */
export type AtTheBank = {
  readonly segment_n: number
  readonly is_authorised: boolean
  /** Of the caller's own session. */
  readonly is_own: boolean
}

/**
 * Reads that of a ticket, or null for none, in the statement that reads the ticket. A segment has one at most
 * (`payment_one_per_stay`), and the stay owes none before the last that has one.
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
 * Whether somebody else is paying this segment, the money of a reservation is held for it, or the caller has had too many
 * cards refused: what `startAttempt` would find, whatever the card. The caller's own payment is no hindrance: its screen
 * shows how it stands.
 */
export function standsInTheWay(
  segmentN: number,
  { atTheBank, cardLimitSince }: { atTheBank: AtTheBank | null; cardLimitSince: Date | null },
): InTheWay | null {
  if (atTheBank?.segment_n === segmentN) {
    if (atTheBank.is_authorised) return 'ticket_reserved'
    if (!atTheBank.is_own) return 'payment_in_flight'
  }
  return cardLimitSince === null ? null : 'too_many_attempts'
}
