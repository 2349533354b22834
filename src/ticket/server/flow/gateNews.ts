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
 * News of some lots after a number, the oldest first. Whoever has taken a number has written it by then, or never will: who
 * goes on from the last of the answer skips nothing.
 */
export async function gateNewsAfter(db: Db, asked: Asked): Promise<NewsRow[]> {
  // Where there is nothing new nobody goes on, and nobody needs to wait.
  if ((await newsAfter(db, { ...asked, limit: 1 })).length === 0) return []
  return transaction(db, async (db) => {
    // Writers share it from before they take a number until it is to be seen; later ones take higher numbers.
    await takeLock(db, 'feed')
    return newsAfter(db, asked)
  })
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
