import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** Arbitrary but fixed: who writes to the feed takes turns, so that its numbers appear in their order. */
const feedLock = 4_827_114

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
  await sql`select pg_advisory_xact_lock(${feedLock})`.execute(db)
  await db
    .insertInto('equipment_event')
    .values({ lot_id: ticket.lot_id, kind, ticket_code: ticket.code, deadline_at: deadlineAt, at })
    .execute()
}
