import { type Insertable, sql } from 'kysely'
import type { Db, EquipmentEventTable } from '#db/schema.ts'
import { writeLater } from '#kit/server/db/bundle.ts'
import { written } from '#kit/server/db/line/written.ts'
import { lockInTurn, shareLockWithin, takeLock } from '#kit/server/db/locks.ts'

/** `paid`: may leave until the deadline; `opened`: the car has left; `authorised`: may leave without paying. Without a deadline a gate would open for ever. */
export type GateNews = (
  | { kind: 'paid' | 'authorised'; deadlineAt: Date }
  | { kind: 'opened'; deadlineAt: Date | null }
) & { ticket: { lot_id: number; code: string }; at: Date }

/**
 * Gates that work offline read this from the event feed (docs/equipment.md#working-offline), by each number of the ticket. The last thing that a
 * transaction does: it shares the feed's lock until it commits, and who reads (`gateNewsAfter`) waits for those who do.
 */
export async function tellGates(db: Db, { kind, ticket, deadlineAt, at }: GateNews): Promise<void> {
  const news = { lot_id: ticket.lot_id, kind, ticket_code: ticket.code, deadline_at: deadlineAt, at }
  lockInTurn('feed')
  await writeLater(db, null, insertNews(db, news))
}

const insertNews = written<Insertable<EquipmentEventTable>>(
  (db, { lot_id, kind, ticket_code, deadline_at, at }) => {
    const turn = db.selectFrom([
      sql<object>`(select ${shareLockWithin('feed')})`.as('turn'),
      sql<{ code: string }>`(select ${ticket_code}::text as code
        union all select code from printed_code where printed_code.ticket_code = ${ticket_code})`.as('named'),
    ])
    const news = turn.select([
      sql<number>`${lot_id}::int`.as('lot_id'),
      sql<string>`${kind}::text`.as('kind'),
      sql<string>`named.code`.as('ticket_code'),
      sql<Date | null>`${deadline_at}::timestamptz`.as('deadline_at'),
      sql<Date>`${at}::timestamptz`.as('at'),
    ])
    // The row is numbered once the lock is shared: a row of the source comes first.
    const columns = ['lot_id', 'kind', 'ticket_code', 'deadline_at', 'at'] as const
    return db.insertInto('equipment_event').columns(columns).expression(news)
  },
)

/**
 * Tells the gates by a number that is known late what they were told of its ticket by then: the one that its driver holds. Where
 * there was anything, the last thing that a transaction does.
 */
export async function retellGates(db: Db, { of, as }: { of: string; as: string }): Promise<void> {
  const told = db.selectFrom('equipment_event').select('id').where('ticket_code', '=', of).limit(1)
  if (!(await told.executeTakeFirst())) return
  await takeLock(db, 'feed')
  await sql`insert into equipment_event (lot_id, kind, ticket_code, deadline_at, at)
    select lot_id, kind, ${as}, deadline_at, at from equipment_event where ticket_code = ${of} order by id`.execute(
    db,
  )
}
