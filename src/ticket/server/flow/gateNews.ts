import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { takeLock } from '#kit/server/db/locks.ts'
import { transaction } from '#kit/server/db/transaction.ts'

/** A row of the gates' feed, with its lot's time zone. */
export type NewsRow = {
  readonly id: number
  readonly kind: string
  readonly ticket_code: string
  readonly lot_id: number
  readonly deadline_at: Date | null
  readonly at: Date
  readonly time_zone: string
}

type Asked = { lotIds: readonly number[]; after: number; limit: number }

/**
 * News of some lots after a number, the oldest first, and the number to go on from. Whoever has taken a number has written it
 * by then, or never will: who goes on from there skips nothing. A number above all that are known is of a database that has
 * lost what was written last: it is answered as none (docs/operating.md#backup-and-restore).
 */
export async function gateNewsAfter(db: Db, asked: Asked): Promise<{ rows: NewsRow[]; next: number }> {
  const { after } = asked
  // Where there is nothing new nobody goes on, and nobody needs to wait.
  const before = await standOf(db, asked)
  if (after <= before.newest && !before.isMore) return { rows: [], next: after }
  return transaction(db, async (db) => {
    // Writers share it from before they take a number until it is to be seen; later ones take higher numbers.
    await takeLock(db, 'feed')
    const { newest } = await standOf(db, asked)
    const rows = await newsAfter(db, { ...asked, after: after > newest ? 0 : after })
    return { rows, next: rows.at(-1)?.id ?? Math.min(after, newest) }
  })
}

/** Left out is what opens without a deadline, which an earlier release may have written (docs/spec.md#r41). */
const isWhole = sql<boolean>`(kind = 'opened' or deadline_at is not null)`

/** The newest number of all lots, 0 while there is none, and whether there is one of these lots after that which is known. */
async function standOf(db: Db, { lotIds, after }: Asked): Promise<{ newest: number; isMore: boolean }> {
  const { rows } = await sql<{ newest: number; more: boolean }>`select
    coalesce((select max(last.id) from lot, lateral (select id from equipment_event
      where lot_id = lot.id order by id desc limit 1) as last), 0)::bigint as newest,
    exists (select from lot, lateral (select id from equipment_event
      where lot_id = lot.id and id > ${after} and ${isWhole} limit 1) as news where lot.id = any(${[...lotIds]}::int[])) as more`.execute(
    db,
  )
  return { newest: rows[0]?.newest ?? 0, isMore: rows[0]?.more ?? false }
}

async function newsAfter(db: Db, { lotIds, after, limit }: Asked): Promise<NewsRow[]> {
  // The first of each lot, for they are numbered across lots and kept by lot.
  return db
    .selectFrom('lot')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('equipment_event')
          .selectAll()
          .whereRef('lot_id', '=', 'lot.id')
          .where('equipment_event.id', '>', after)
          .where(isWhole)
          .orderBy('equipment_event.id')
          .limit(limit)
          .as('news'),
      (join) => join.onTrue(),
    )
    .selectAll('news')
    .select('lot.time_zone')
    .where(sql<boolean>`lot.id = any(${[...lotIds]}::int[])`)
    .orderBy('news.id')
    .limit(limit)
    .execute()
}

/** Until when the gates were told to let a car out without a payment, whatever has become of it since; null for never. */
export async function toldUntil(db: Db, code: string): Promise<Date | null> {
  const told = await db
    .selectFrom('equipment_event')
    .select((eb) => eb.fn.max('deadline_at').as('until'))
    .where('ticket_code', '=', code)
    .where('kind', '=', 'authorised')
    .executeTakeFirstOrThrow()
  return told.until
}
