import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Source } from './sources.ts'

const pauseMs = 50

/**
 * The highest id given out by a table's sequence, once every transaction that may hold a lower one has ended. Null
 * when one still runs after so many looks. Waits for lock holders without blocking, as `create index concurrently`
 * does.
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

/** Open transactions that may have inserted into a table. */
async function writersOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${table}::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ writer }) => writer)
}
