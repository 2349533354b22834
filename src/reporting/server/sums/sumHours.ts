import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { settledNumber } from './settled.ts'
import { type Source, sources } from './sources.ts'

/** Rows that are not summed for so few: the dashboard reads them in milliseconds, and each pass writes to the log. */
const fewest = 1_000
/** Numbers of one statement: some hundred milliseconds. */
const batch = 20_000
/** Statements of one pass and table: a history is worked off over several, and nothing else waits for it. */
const batches = 10

/** Who writes takes some milliseconds; who takes longer than a second is waited for in the next pass. */
const looks = 20

type Pass = { readonly fewest?: number; readonly batch?: number; readonly looks?: number }

/**
 * Adds what has come since the last pass to the sums by the hour. Instances may do it at once: each number is summed by one
 * (docs/decisions/0022-sums-by-the-hour.md).
 */
export async function sumHours(db: Db, pass: Pass = {}): Promise<void> {
  for (const source of sources) await sumSource(db, source, pass)
}

async function sumSource(db: Db, source: Source, pass: Pass): Promise<void> {
  let from = await summedUpto(db, source)
  const upto = await settledNumber(db, source.table, pass.looks ?? looks)
  if (upto === null || upto - from < (pass.fewest ?? fewest)) return
  for (let done = 0; done < batches && from < upto; done += 1) {
    const to = Math.min(upto, from + (pass.batch ?? batch))
    if (!(await sumNumbers(db, source, { from, to }))) return
    from = to
  }
}

async function summedUpto(db: Db, { table }: Source): Promise<number> {
  const row = await db
    .selectFrom('hour_sum_upto')
    .select('number')
    .where('source', '=', table)
    .executeTakeFirstOrThrow()
  return row.number
}

/** Adds the rows above `from`, up to `to`; false where another instance was there first. One statement, so all or nothing. */
async function sumNumbers(
  db: Db,
  { table, number, rows }: Source,
  range: { from: number; to: number },
): Promise<boolean> {
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
