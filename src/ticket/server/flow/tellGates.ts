import type { Db } from '#db/schema.ts'
import { takeLock } from '#kit/server/db/locks.ts'

/** `paid`: may leave until the deadline; `opened`: the car has left; `authorised`: may leave without paying. */
export type GateNews = {
  kind: 'paid' | 'authorised' | 'opened'
  ticket: { lot_id: number; code: string }
  deadlineAt: Date | null
  at: Date
}

/**
 * Gates that work offline read this from the event feed (docs/equipment.md#working-offline). The last thing that a
 * transaction does: it locks the feed until it commits, so that a reader never skips a number still to come.
 */
export async function tellGates(db: Db, { kind, ticket, deadlineAt, at }: GateNews): Promise<void> {
  await takeLock(db, 'feed')
  await db
    .insertInto('equipment_event')
    .values({ lot_id: ticket.lot_id, kind, ticket_code: ticket.code, deadline_at: deadlineAt, at })
    .execute()
}
