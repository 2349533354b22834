import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { type Clock, dayMs, hourMs, addMs } from '#kit/clock.ts'
import { type RetentionRule, retentionRules } from '#kit/server/retention/retention.ts'
import type { Deps } from '../deps.ts'
import { tables } from '../modules.ts'

const batchRows = 500
const maxBatches = 20

/** With a larger clock difference nothing is deleted. */
const maxClockDifferenceMs = hourMs

type RetentionOptions = { stopping?: AbortSignal; databaseNow?: (db: Db) => Promise<Date> }

/** Deletes old rows by the database's clock. Logs a rule that fails and goes on. */
export async function applyRetention(
  deps: Pick<Deps, 'database' | 'log'> & { clock: Clock },
  { stopping, databaseNow = readDatabaseTime }: RetentionOptions = {},
): Promise<void> {
  const [now, ours] = [await databaseNow(deps.database.db), deps.clock.now()]
  if (Math.abs(now.getTime() - ours.getTime()) > maxClockDifferenceMs) {
    deps.log.error({ database: now, ours }, 'the clocks differ: no old rows are dropped')
    return
  }
  for (const [table, keeping] of Object.entries(tables)) {
    for (const ending of retentionRules(keeping)) {
      try {
        await applyRule(deps.database.db, ending, now, stopping)
      } catch (error) {
        deps.log.error({ err: error, table, what: ending.what }, 'old rows could not be dropped')
      }
    }
  }
}

async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select statement_timestamp() as now`.execute(db)
  if (!rows[0]) throw new Error('the database does not know the time')
  return rows[0].now
}

async function applyRule(db: Db, { days, end }: RetentionRule, now: Date, stopping: AbortSignal | undefined) {
  const before = addMs(now, -days * dayMs)
  for (let batch = 0; batch < maxBatches && stopping?.aborted !== true; batch += 1) {
    if ((await end(db, before, batchRows)) < batchRows) return
  }
}
