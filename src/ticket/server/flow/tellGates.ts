import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { writeLater } from '#kit/server/db/bundle.ts'
import { shareLockWithin } from '#kit/server/db/locks.ts'

/** `paid`: may leave until the deadline; `opened`: the car has left; `authorised`: may leave without paying. */
export type GateNews = {
  kind: 'paid' | 'authorised' | 'opened'
  ticket: { lot_id: number; code: string }
  deadlineAt: Date | null
  at: Date
}

/**
 * Gates that work offline read this from the event feed (docs/equipment.md#working-offline). The last thing that a
 * transaction does: it shares the feed's lock until it commits, and who reads (`gateNewsAfter`) waits for those who do.
 */
export async function tellGates(db: Db, { kind, ticket, deadlineAt, at }: GateNews): Promise<void> {
  const turn = db.selectFrom(sql<object>`(select ${shareLockWithin('feed')})`.as('turn'))
  const news = turn.select([
    sql<number>`${ticket.lot_id}::int`.as('lot_id'),
    sql<GateNews['kind']>`${kind}`.as('kind'),
    sql<string>`${ticket.code}`.as('ticket_code'),
    sql<Date | null>`${deadlineAt}::timestamptz`.as('deadline_at'),
    sql<Date>`${at}::timestamptz`.as('at'),
  ])
  // The row is numbered once the lock is shared: a row of the source comes first.
  const columns = ['lot_id', 'kind', 'ticket_code', 'deadline_at', 'at'] as const
  await writeLater(db, null, db.insertInto('equipment_event').columns(columns).expression(news))
}
