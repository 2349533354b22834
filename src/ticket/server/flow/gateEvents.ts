import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { takeLock } from '#kit/server/db/locks.ts'
import { transaction } from '#kit/server/db/transaction.ts'

type EventQuery = { lotIds: readonly number[]; after: number; limit: number }

/**
 * Events, oldest first, and the id to continue from. An id above all stored ones comes from before a restore and
 * reads from the start (docs/operating.md#backup-and-restore).
 */
export async function readGateEvents(db: Db, query: EventQuery) {
  const { after } = query
  const before = await readFeedPosition(db, query)
  if (after <= before.newest && !before.isMore) return { rows: [], next: after }
  return transaction(db, async (tx) => {
    // Writers share this lock from before they take an id until commit; later writers take higher ids.
    await takeLock(tx, 'feed')
    const { newest } = await readFeedPosition(tx, query)
    const rows = await readEventsAfter(tx, { ...query, after: after > newest ? 0 : after })
    return { rows, next: rows.at(-1)?.id ?? Math.min(after, newest) }
  })
}

/** `newest` of all lots, 0 for none; `isMore`: these lots have events after the known id. */
async function readFeedPosition(db: Db, { lotIds, after }: EventQuery) {
  const { rows } = await sql<{ newest: number; more: boolean }>`select
    coalesce((select max(last.id) from lot, lateral (select id from equipment_event
      where lot_id = lot.id order by id desc limit 1) as last), 0)::bigint as newest,
    exists (select from lot, lateral (select id from equipment_event
      where lot_id = lot.id and id > ${after} limit 1) as event where lot.id = any(${[...lotIds]}::int[])) as more`.execute(
    db,
  )
  return { newest: rows[0]?.newest ?? 0, isMore: rows[0]?.more ?? false }
}

async function readEventsAfter(db: Db, { lotIds, after, limit }: EventQuery) {
  // A limited read per lot, because the index is per lot and ids are global.
  return db
    .selectFrom('lot')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('equipment_event')
          .selectAll()
          .whereRef('lot_id', '=', 'lot.id')
          .where('equipment_event.id', '>', after)
          .orderBy('equipment_event.id')
          .limit(limit)
          .as('event'),
      (join) => join.onTrue(),
    )
    .selectAll('event')
    .select('lot.time_zone')
    .where(sql<boolean>`lot.id = any(${[...lotIds]}::int[])`)
    .orderBy('event.id')
    .limit(limit)
    .execute()
}

/** Null if no authorised exit was published. */
export async function readAuthorisedDeadline(db: Db, code: string): Promise<Date | null> {
  const latest = await db
    .selectFrom('equipment_event')
    .select((eb) => eb.fn.max('deadline_at').as('until'))
    .where('ticket_code', '=', code)
    .where('kind', '=', 'authorised')
    .executeTakeFirstOrThrow()
  return latest.until
}
