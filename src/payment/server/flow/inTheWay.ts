import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { hourMs, plus } from '#kit/clock.ts'
import { attemptLimits } from '../../limits.ts'
import { sentStates } from '../../paymentState.ts'

/** What would refuse a payment of this stay, said before anything is typed. */
export type InTheWay = 'payment_in_flight' | 'ticket_reserved' | 'too_many_attempts'

type Of = { ticketId: number; segmentN: number; sessionHash: string; now: Date }

/**
 * Whether somebody else is paying this segment, the money of a reservation is held for it, or too many cards were refused:
 * what `startAttempt` would find. The caller's own payment is no hindrance: its screen shows how it stands.
 */
export async function standsInTheWay(db: Db, of: Of): Promise<InTheWay | null> {
  const since = plus(of.now, -hourMs)
  const { rows } = await sql<{ held: boolean; flying: boolean; ticket: number; session: number }>`
    select
      exists (select from payment where ticket_id = ${of.ticketId} and segment_n = ${of.segmentN}
        and state = 'authorised') as held,
      exists (select from payment where ticket_id = ${of.ticketId} and segment_n = ${of.segmentN}
        and state = any(${[...sentStates, 'review']}) and session_hash is distinct from ${of.sessionHash}) as flying,
      (select count(*)::int from attempt join payment on payment.id = attempt.payment_id
        where payment.ticket_id = ${of.ticketId} and attempt.started_at > ${since}) as ticket,
      (select count(*)::int from attempt
        where session_hash = ${of.sessionHash} and started_at > ${since}) as session`.execute(db)
  const [found] = rows
  if (!found) return null
  if (found.held) return 'ticket_reserved'
  if (found.flying) return 'payment_in_flight'
  const isSpent =
    found.ticket >= attemptLimits.perTicketAndHour || found.session >= attemptLimits.perSessionAndHour
  return isSpent ? 'too_many_attempts' : null
}
