import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { isTooManyConnections } from '#kit/server/db/pgErrors.ts'
import { migrationFiles } from '#kit/server/db/migrate.ts'
import { cacheResult } from '#kit/server/http/cacheResult.ts'
import { withTimeout } from '#kit/server/jobs/withTimeout.ts'
import { type Database, migrationsDir } from '../database.ts'

/** Shorter than the timeout of a balancer. */
const checkTimeoutMs = 900

/** A newer migration makes an instance unready only after so long, because the new version must start first. */
const newerVersionGraceMs = 60_000

/** Returns why this instance is not ready, or null. Asks the database once a second at most. */
export function readinessCheck(database: Database, shutdown: AbortSignal): () => Promise<string | null> {
  const files = migrationFiles(migrationsDir)
  const check = cacheResult(1_000, () => overProbe(database, (db) => queryProblem(db, files)))
  return async () => {
    if (shutdown.aborted) return 'it is being stopped'
    const why = await withTimeout(checkTimeoutMs, 'readiness', check()).catch(
      () => 'the database does not answer',
    )
    return shutdown.aborted ? 'it is being stopped' : why
  }
}

/** Whether the database answers, also one that is not ready. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  const answer = overProbe(database, (db) => sql`select 1`.execute(db))
  return withTimeout(checkTimeoutMs, 'the database', answer).then(
    () => true,
    () => false,
  )
}

async function overProbe<T>({ db, probe }: Database, ask: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await ask(probe)
  } catch (error) {
    // At the connection limit, the pool's existing connections still serve.
    if (isTooManyConnections(error)) return ask(db)
    throw error
  }
}

type State = { standby: boolean; closed: boolean; applied: string[]; settled: boolean }

async function queryProblem(db: Db, files: readonly string[]): Promise<string | null> {
  const { rows } = await sql<State>`select pg_is_in_recovery() as standby,
    current_setting('transaction_read_only') = 'on' as closed,
    array(select name from migration order by name) as applied,
    (select max(applied_at) < statement_timestamp() - ${newerVersionGraceMs} * interval '1 millisecond' from migration)
      as settled`.execute(db)
  const [state] = rows
  if (!state) throw new Error('the database said nothing')
  if (state.standby || state.closed) await retireConnection(db)
  if (state.standby) return 'the database is a standby: nothing can be written'
  if (state.closed) return 'the database may only be read'
  const missing = files.filter((file) => !state.applied.includes(file))
  if (missing.length > 0) return `the database lacks ${missing.join(', ')}`
  const newer = state.settled ? state.applied.filter((name) => !files.includes(name)) : []
  return newer.length > 0 ? `the database is of a newer version: it has ${newer.join(', ')}` : null
}

/** The next connection may reach the primary. */
async function retireConnection(db: Db): Promise<void> {
  await sql`select 1 from migration limit 1 for no key update`.execute(db).catch(() => {})
}
