import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { type SumSource, sumSources } from './sumSources.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { setTimeout as wait } from 'node:timers/promises'

const defaults = {
  /** Fewer new rows are not summed: the dashboard reads them in milliseconds, and each run writes WAL. */
  minRows: 1_000,
  /** Rows that one statement sums, in some hundred milliseconds. */
  batchSize: 20_000,
  /** Rows of a transaction that is open for longer than a second are left to the next run. */
  maxPolls: 20,
}
type SumOptions = Readonly<typeof defaults>

const maxBatches = 10

/** Several instances may run it at once (docs/decisions/0022-sums-by-the-hour.md). */
export async function updateHourSums(db: Db, options: Partial<SumOptions> = {}): Promise<void> {
  for (const source of sumSources) await sumSource(db, source, { ...defaults, ...options })
}

async function sumSource(db: Db, source: SumSource, { minRows, batchSize, maxPolls }: SumOptions) {
  const sums = db.selectFrom('hour_sum_upto').select('number').where('source', '=', source.table)
  let from = (await sums.executeTakeFirstOrThrow()).number
  const maxId = await settledMaxId(db, source.table, maxPolls)
  if (maxId === null || maxId - from < minRows) return
  for (let done = 0; done < maxBatches && from < maxId; done += 1) {
    const to = Math.min(maxId, from + batchSize)
    if (!(await sumIdRange(db, source, { from, to }))) return
    from = to
  }
}

type IdRange = { readonly from: number; readonly to: number }

/** Returns false where another instance was first; one statement is atomic. */
async function sumIdRange(db: Db, { table, id, selectRows }: SumSource, { from, to }: IdRange) {
  const fresh = selectRows(sql<boolean>`${id} > ${from} and ${id} <= ${to} and exists (select from moved)`)
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

/** Days that the hourly sums are kept; the rows that they count are kept for longer. */
export const hourSumKeptDays = 4 * 366
const marginDays = 3

export function hasHourSums(from: string, now: Date): boolean {
  const oldest = addMs(now, (marginDays - hourSumKeptDays) * dayMs)
  return from >= oldest.toISOString().slice(0, 10)
}

const pollMs = 50

/**
 * Returns the highest id of a table's sequence once every transaction that may hold a lower one has ended,
 * null when one still runs after `polls`. It blocks nobody, as `create index concurrently`.
 */
export async function settledMaxId(db: Db, table: SumSource['table'], polls: number): Promise<number | null> {
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')::regclass`
  const last = sql<{ number: number | null }>`select pg_sequence_last_value(${sequence}) as number`
  const number = (await last.execute(db)).rows[0]?.number ?? 0
  return (await haveEnded(db, { table, modes: ['RowExclusiveLock'] }, polls)) ? number : null
}

/** Whether every transaction has ended that held rows of a table locked, or had written to it; false after `polls`. */
export function haveLockersEnded(db: Db, table: 'ticket', polls: number): Promise<boolean> {
  return haveEnded(db, { table, modes: ['RowShareLock', 'RowExclusiveLock'] }, polls)
}

type TableLocks = { readonly table: string; readonly modes: readonly string[] }

async function haveEnded(db: Db, locks: TableLocks, polls: number): Promise<boolean> {
  let lockers = await findLockers(db, locks)
  for (let poll = 1; lockers.length > 0; poll += 1) {
    if (poll >= polls) return false
    await wait(pollMs)
    const now = new Set(await findLockers(db, locks))
    lockers = lockers.filter((locker) => now.has(locker))
  }
  return true
}

async function findLockers(db: Db, { table, modes }: TableLocks): Promise<string[]> {
  const { rows } = await sql<{ locker: string }>`
    select distinct virtualtransaction as locker from pg_locks
    where locktype = 'relation' and relation = ${table}::regclass and mode = any(${[...modes]}::text[]) and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ locker }) => locker)
}
