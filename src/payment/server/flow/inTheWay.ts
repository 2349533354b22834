import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { secondsToWait } from '#session/server/limits/marks.ts'
import { sentStates } from '../../paymentState.ts'
import { type Bearer, personOf } from './card/cardTries.ts'

/** What would refuse a payment of this stay, said before anything is typed. */
export type InTheWay = 'payment_in_flight' | 'ticket_reserved' | 'too_many_attempts'

type Of = { ticketId: number; segmentN: number; by: Bearer; now: Date }

/**
 * Whether somebody else is paying this segment, the money of a reservation is held for it, or the caller has had too many
 * cards refused: what `startAttempt` would find, whatever the card. The caller's own payment is no hindrance: its screen
 * shows how it stands.
 */
export async function standsInTheWay(db: Db, { ticketId, segmentN, by, now }: Of): Promise<InTheWay | null> {
  const { rows } = await sql<{ held: boolean; flying: boolean }>`
    select
      exists (select from payment where ticket_id = ${ticketId} and segment_n = ${segmentN}
        and state = 'authorised') as held,
      exists (select from payment where ticket_id = ${ticketId} and segment_n = ${segmentN}
        and state = any(${[...sentStates, 'review']}) and session_hash is distinct from ${by.sessionHash}) as flying`.execute(
    db,
  )
  const [found] = rows
  if (found?.held) return 'ticket_reserved'
  if (found?.flying) return 'payment_in_flight'
  const wait = await secondsToWait(db, personOf(by), now)
  return wait === null ? null : 'too_many_attempts'
}
