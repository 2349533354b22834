import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Source } from './sources.ts'

const pauseMs = 50

/**
 * The highest number that a table has given away, once everybody who may have one up to there has committed or gone
 * back: from then on no row appears at or below it. Null where somebody has not after so many looks. Holds nobody up:
 * whoever inserts has locked the table before the row gets its number, so who holds that lock now is waited for, as
 * `create index concurrently` does.
 */
export async function settledNumber(db: Db, table: Source['table'], looks: number): Promise<number | null> {
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')::regclass`
  const given = await sql<{
    number: number | null
  }>`select pg_sequence_last_value(${sequence}) as number`.execute(db)
  const number = given.rows[0]?.number ?? 0
  let writers = await writersOf(db, table)
  for (let look = 1; writers.length > 0; look += 1) {
    if (look >= looks) return null
    await wait(pauseMs)
    const now = new Set(await writersOf(db, table))
    writers = writers.filter((writer) => now.has(writer))
  }
  return number
}

/** The transactions that may have inserted into a table, and are not over. */
async function writersOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${table}::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ writer }) => writer)
}
