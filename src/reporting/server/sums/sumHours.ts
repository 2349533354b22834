import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { type Source, sources } from './sources.ts'
import { dayMs, plus } from '#kit/clock.ts'
import { setTimeout as wait } from 'node:timers/promises'

/** The dashboard reads fewer rows in milliseconds; each pass writes WAL. */
const minRows = 1_000
/** Some hundred milliseconds a statement. */
const batch = 20_000
/** Statements of one pass and table. */
const maxBatches = 10

/** A transaction longer than a second waits for the next pass. */
const maxLooks = 20

type Pass = { readonly minRows?: number; readonly batch?: number; readonly maxLooks?: number }

/** Safe on several instances (docs/decisions/0022-sums-by-the-hour.md). */
export async function sumHours(db: Db, pass: Pass = {}): Promise<void> {
  for (const source of sources) await sumSource(db, source, pass)
}

async function sumSource(db: Db, source: Source, pass: Pass): Promise<void> {
  let from = await summedUpto(db, source)
  const upto = await settledNumber(db, source.table, pass.maxLooks ?? maxLooks)
  if (upto === null || upto - from < (pass.minRows ?? minRows)) return
  for (let done = 0; done < maxBatches && from < upto; done += 1) {
    const to = Math.min(upto, from + (pass.batch ?? batch))
    if (!(await sumNumbers(db, source, { from, to }))) return
    from = to
  }
}

async function summedUpto(db: Db, { table }: Source): Promise<number> {
  const sums = db.selectFrom('hour_sum_upto').select('number').where('source', '=', table)
  return (await sums.executeTakeFirstOrThrow()).number
}

/** False where another instance was first. One statement, so that it is atomic. */
async function sumNumbers(db: Db, { table, number, rows }: Source, range: { from: number; to: number }) {
  const { from, to } = range
  const fresh = rows(sql<boolean>`${number} > ${from} and ${number} <= ${to} and exists (select from moved)`)
  const done = await sql<{ moved: number }>`
    with moved as (
      update hour_sum_upto set number = ${to} where source = ${table} and number = ${from} returning number
    ), added as (
      insert into hour_sum (kind, lot_id, time_zone, hour_at, amount_cents, n)
      select kind, lot_id, own_zone, date_trunc('hour', at, 'UTC'), sum(amount_cents), sum(n)
      from (${fresh}) fresh group by 1, 2, 3, 4
      on conflict (hour_at, kind, lot_id, time_zone) do update
      set amount_cents = hour_sum.amount_cents + excluded.amount_cents, n = hour_sum.n + excluded.n
    )
    select count(*) as moved from moved`.execute(db)
  return done.rows[0]?.moved === 1
}

/** Less than any row that the sums count. */
export const hourDays = 4 * 366
const margin = 3

export function hasHours(from: string, now: Date): boolean {
  const oldest = plus(now, (margin - hourDays) * dayMs)
  return from >= oldest.toISOString().slice(0, 10)
}

const pauseMs = 50

/**
 * The highest id of a table's sequence, once every transaction that may hold a lower one has ended; null when
 * one still runs after so many looks. Waits without blocking, as `create index concurrently`.
 */
export async function settledNumber(db: Db, table: Source['table'], looks: number): Promise<number | null> {
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')::regclass`
  const last = sql<{ number: number | null }>`select pg_sequence_last_value(${sequence}) as number`
  const number = (await last.execute(db)).rows[0]?.number ?? 0
  let writers = await writersOf(db, table)
  for (let look = 1; writers.length > 0; look += 1) {
    if (look >= looks) return null
    await wait(pauseMs)
    const now = new Set(await writersOf(db, table))
    writers = writers.filter((writer) => now.has(writer))
  }
  return number
}

async function writersOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${table}::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ writer }) => writer)
}
