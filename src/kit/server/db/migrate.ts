import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { assertReleased } from '#db/released.ts'
import { takeLock } from './locks.ts'
import { isLockTimeout } from './pgErrors.ts'
import { transaction } from './transaction.ts'

export function migrationFiles(dir: string): string[] {
  return readdirSync(dir)
    .filter((file) => /^\d{4}_.*\.sql$/.test(file))
    .sort()
}

/** Other sessions queue behind a migration that waits for a table lock, so each wait is short. */
const lockMs = 3_000

type Waiting = { lockMs: number; pause: () => Promise<unknown> }

/** `checksum`: SHA-256 of the file in hex; null in a database from before the first release. */
type Applied = { readonly name: string; readonly checksum: string | null }

/** The migrations that the database has, by name; none where it is empty. Writes nothing. */
export async function readApplied<S>(db: Kysely<S>): Promise<Applied[]> {
  const table = await sql<{ exists: boolean }>`select to_regclass('migration') is not null as exists`.execute(
    db,
  )
  if (table.rows[0]?.exists !== true) return []
  const { rows } = await sql<Applied>`
    select name, to_jsonb(migration) ->> 'checksum' as checksum from migration order by name`.execute(db)
  return rows
}

/** Throws for a database from before the first release, and where an applied file of this folder was edited. */
export function assertApplied(applied: readonly Applied[], dir: string): void {
  assertReleased(
    'database',
    applied.map(({ name }) => name),
  )
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  for (const file of migrationFiles(dir)) {
    const known = checksums.get(file)
    if (known !== undefined && known !== checksumOf(readFileSync(join(dir, file), 'utf8')))
      throw new Error(`${file} was edited after the database applied it: put the released file back`)
  }
}

/** SHA-256 of a migration in hex, the same for either kind of line end. */
function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/**
 * Applies new files, each in a transaction; returns their names. Throws where an applied file was edited, and, before
 * anything is written, for a database from before the first release.
 */
export async function migrate<S>(
  db: Kysely<S>,
  dir: string,
  waiting: Waiting = { lockMs, pause: () => wait(1_000) },
): Promise<string[]> {
  await transaction(db, async (db) => {
    await liftTimeouts(db)
    assertApplied(await readApplied(db), dir)
    // `create table if not exists` can fail when two sessions run it at once.
    await takeLock(db, 'migrations')
    await createMigrationTable(db)
  })
  const files = migrationFiles(dir)
  const applied: string[] = []
  for (const file of files) {
    if (await applyWithRetries(db, file, readFileSync(join(dir, file), 'utf8'), waiting)) applied.push(file)
  }
  return applied
}

/** The role may have timeouts (docs/operating.md#pgbouncer). */
async function liftTimeouts<S>(db: Kysely<S>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
}

function createMigrationTable<S>(db: Kysely<S>) {
  return sql`create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    db,
  )
}

/** Applies the named files to an empty database; the caller records them as applied. */
export async function rebuildTables<S>(db: Kysely<S>, dir: string, names: readonly string[]): Promise<void> {
  await createMigrationTable(db)
  for (const name of names) await sql.raw(readFileSync(join(dir, name), 'utf8')).execute(db)
}

async function applyWithRetries<S>(db: Kysely<S>, name: string, text: string, { lockMs, pause }: Waiting) {
  for (;;) {
    try {
      return await applyOnce(db, name, text, lockMs)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await pause()
    }
  }
}

function applyOnce<S>(db: Kysely<S>, name: string, text: string, lockMs: number): Promise<boolean> {
  return transaction(db, async (db) => {
    await liftTimeouts(db)
    await takeLock(db, 'migrations')
    const known = await sql`select 1 from migration where name = ${name}`.execute(db)
    if (known.rows.length > 0) return false
    await sql`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute(db)
    await sql.raw(text).execute(db)
    await sql`insert into migration (name, checksum) values (${name}, ${checksumOf(text)})`.execute(db)
    return true
  })
}
