import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { takeLock, takeSharedLock } from '#kit/server/db/locks.ts'

/** `paid`: may leave until the deadline; `authorised`: may leave without paying; `opened`: has left. */
type GateEvent = (
  | { kind: 'paid' | 'authorised'; deadlineAt: Date }
  | { kind: 'opened'; deadlineAt: Date | null }
) & { ticket: { lot_id: number; code: string }; at: Date }

/**
 * For offline gates (docs/equipment.md#working-offline). Keeps the feed's shared lock until commit: locks
 * that come before it in db/locks.ts must be taken first.
 */
export async function publishGateEvent(tx: Tx, { kind, ticket, deadlineAt, at }: GateEvent): Promise<void> {
  await takeSharedLock(tx, 'feed')
  const { lot_id, code } = ticket
  await sql`insert into equipment_event (lot_id, kind, ticket_code, deadline_at, at)
    select ${lot_id}::integer, ${kind}::text, code, ${deadlineAt}::timestamptz, ${at}::timestamptz
    from (select ${code}::text as code union all select code from printed_code where ticket_code = ${code}) as numbers`.execute(
    tx,
  )
}

/** Repeats the events of the ticket `of` under the printed number `as`. Keeps its lock until commit. */
export async function republishGateEvents(tx: Tx, { of, as }: { of: string; as: string }): Promise<void> {
  const published = tx.selectFrom('equipment_event').select('id').where('ticket_code', '=', of).limit(1)
  if (!(await published.executeTakeFirst())) return
  await takeLock(tx, 'feed')
  await sql`insert into equipment_event (lot_id, kind, ticket_code, deadline_at, at)
    select lot_id, kind, ${as}, deadline_at, at from equipment_event where ticket_code = ${of} order by id`.execute(
    tx,
  )
}
