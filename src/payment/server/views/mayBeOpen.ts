import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Payment } from '../store.ts'

/** Whether a payment of a ticket still finds what it was opened for, and stands alone in its session. */
export async function mayBeOpen(
  db: Db,
  { id, ticket_id, segment_n, session_hash }: Payment,
): Promise<boolean> {
  if (ticket_id === null) return true
  const { rows } = await sql<{ may: boolean }>`
    select not exists (select from paid_segment where ticket_id = ${ticket_id} and n >= ${segment_n}::int)
      and not exists (select from ticket where id = ${ticket_id} and (exited_at is not null or blocked_at is not null))
      and not exists (select from payment where ticket_id = ${ticket_id} and session_hash = ${session_hash}
        and state = 'created' and id <> ${id}) as may`.execute(db)
  return rows[0]?.may === true
}
