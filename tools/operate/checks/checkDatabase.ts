import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import type { Clock } from '../../../src/kit/clock.ts'
import { databaseProblems } from '../../../src/kit/server/db/sessionSettings.ts'
import { assertApplied, migrate, migrationFiles, readApplied } from '../../../src/kit/server/db/migrate.ts'
import { migrationsDir } from '../../../src/app/server/database.ts'
import { hasDemoData } from '../../../src/app/server/demo/demoData.ts'
import { type Finding, problem, reasonOf, passed } from './finding.ts'

const skewMs = 2_000

/**
 * Checks the database's connection, clock, migrations and absence of demo data. Applies migrations unless
 * `readOnly`.
 */
export async function checkDatabase(
  deps: { db: Db; clock: Clock },
  { readOnly }: { readOnly: boolean },
): Promise<{ findings: Finding[]; usable: boolean }> {
  const { db, clock } = deps
  try {
    const findings = [await checkServer(db, clock)]
    const problems = (await databaseProblems(db)).map((why) => problem('database', why))
    if (problems.length > 0) return { findings: [...findings, ...problems], usable: false }
    findings.push(...(await checkMigrations(db, readOnly)))
    if (findings.every(({ ok }) => ok)) findings.push(...(await checkDemo(db)))
    return { findings, usable: findings.every(({ ok, what }) => ok || what === 'clock') }
  } catch (error) {
    return { findings: [problem('database', reasonOf(error))], usable: false }
  }
}

async function checkServer(db: Db, clock: Clock): Promise<Finding> {
  await sql`select 1`.execute(db)
  const before = clock.now().getTime()
  const asked = await sql<{ now: Date; version: string; locale: string }>`
    select clock_timestamp() as now, current_setting('server_version') as version,
      datcollate as locale from pg_database where datname = current_database()`.execute(db)
  const after = clock.now().getTime()
  const row = asked.rows[0]
  if (!row) throw new Error('the database has no clock')
  const apart = Math.round(Math.abs(row.now.getTime() - (before + after) / 2) - (after - before) / 2)
  if (apart > skewMs)
    return problem(
      'clock',
      `${apart / 1000} s away from the database's: let both follow the same time server`,
    )
  return passed('database', `PostgreSQL ${row.version} (locale ${row.locale}) answers, and its clock is ours`)
}

async function checkMigrations(db: Db, readOnly: boolean): Promise<Finding[]> {
  const files = migrationFiles(migrationsDir)
  const known = await readApplied(db)
  assertApplied(known, migrationsDir)
  const applied = known.map(({ name }) => name)
  const newer = applied.filter((name) => !files.includes(name))
  if (newer.length > 0)
    return [problem('migrations', `the database is of a newer version: it has ${newer.join(', ')}`)]
  const pending = files.filter((name) => !applied.includes(name))
  if (pending.length === 0) return [passed('migrations', `all ${files.length} applied`)]
  if (readOnly) return [problem('migrations', `${pending.length} to apply: run it without --check`)]
  const done = await migrate(db, migrationsDir)
  return [passed('migrations', `${done.length} applied now`)]
}

async function checkDemo(db: Db): Promise<Finding[]> {
  return (await hasDemoData(db))
    ? [problem('database', 'was filled with the demo, whose passwords are public: take a new one')]
    : []
}
