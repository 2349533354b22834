import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { countOf } from '#kit/server/retention/retention.ts'

export function forgetPlates(db: Db, before: Date, limit: number): Promise<number> {
  const old = sql`select id from ticket where exited_at < ${before} and exited_at is not null and plate is not null
    order by exited_at limit ${limit} for no key update skip locked`
  return countOf(db, sql`update ticket set plate = null where id = any(array(${old})) returning 1`)
}

/** So that their payments can be deleted. */
export function dropSegments(db: Db, before: Date, limit: number): Promise<number> {
  const old = sql`select paid_segment.ctid from ticket join paid_segment on paid_segment.ticket_id = ticket.id
    where entered_at < ${before} and paid_at < ${before} order by entered_at limit ${limit}
    for no key update of paid_segment skip locked`
  return countOf(db, sql`delete from paid_segment where ctid = any(array(${old})) returning 1`)
}

/** A replacement is deleted before the lost ticket. */
export function dropTickets(db: Db, before: Date, limit: number): Promise<number> {
  const old = sql`select id from ticket where entered_at < ${before}
    and not exists (select 1 from paid_segment where ticket_id = ticket.id)
    and not exists (select 1 from payment where ticket_id = ticket.id)
    and not exists (select 1 from reservation where ticket_id = ticket.id)
    and not exists (select 1 from ticket replacement where replacement.replaces_id = ticket.id)
    order by entered_at limit ${limit} for no key update skip locked`
  return countOf(db, sql`delete from ticket where id = any(array(${old})) returning 1`)
}
