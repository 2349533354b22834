import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { assertReleased } from '../../../db/released.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { migrationFiles, rebuildTables } from '../../../src/kit/server/db/migrate.ts'
import { transactionOnce } from '../../../src/kit/server/db/transaction.ts'
import { endAllLogins } from './revocations.ts'
import { bodyLine, headLine, rowDigest } from './backupFormat.ts'
import type { BackupCounts } from './takeBackup.ts'
import { tablesInOrder } from './tables.ts'

/** `ended`: logins and phones that were open in the backup. */
export type Restored = BackupCounts & { ended: number; takenAt: Date }

/**
 * Fills an empty database from a backup in one transaction and ends all logins; the next start applies later
 * migrations. Throws when the database is not empty, or the backup is newer, damaged or truncated.
 */
export async function restoreBackup(db: Db, file: string, migrationsDir: string): Promise<Restored> {
  const lines = linesIn(file)
  const first = await lines.next()
  const head = headLine.safeParse(first.done ? null : first.value)
  if (!head.success) throw new Error(`${file} is not a backup of Guichê`)
  assertReleased('backup', head.data.migrations)
  const files = migrationFiles(migrationsDir)
  const newer = head.data.migrations.filter((name) => !files.includes(name))
  if (newer.length > 0)
    throw new Error(
      `the backup is of a newer version, which has ${newer.join(', ')}: restore it with that one`,
    )
  return transactionOnce(db, async (db) => {
    await sql`set local statement_timeout = 0`.execute(db)
    if ((await tablesInOrder(db)).length > 0)
      throw new Error('the database is not empty: restore into a new one')
    await rebuildTables<Schema>(db, migrationsDir, head.data.migrations)
    const taken = await fill(db, lines)
    return { ...taken, ended: await endAllLogins(db), takenAt: new Date(head.data.takenAt) }
  })
}

async function* linesIn(file: string): AsyncGenerator<unknown, undefined> {
  const text = createReadStream(file).pipe(createGunzip())
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) yield JSON.parse(line)
  return undefined
}

async function fill(db: Db, lines: AsyncGenerator<unknown, undefined>): Promise<BackupCounts> {
  const taken: BackupCounts = { tables: 0, rows: 0 }
  let table = ''
  let sum = rowDigest()
  for await (const value of lines) {
    const line = z.parse(bodyLine, value)
    if ('end' in line) {
      if (line.tables === taken.tables) return taken
      throw new Error('the backup is damaged: tables are missing')
    }
    if ('table' in line) {
      table = line.table
      sum = rowDigest()
      // Removes rows that a migration has inserted. Closings refuse `truncate`, also by cascade.
      await sql`delete from ${sql.table(table)}`.execute(db)
    }
    if ('rows' in line) {
      sum.add(line.rows)
      await insertRows(db, table, line.rows)
    }
    if ('ended' in line) {
      assertIntact(line, sum.sum())
      taken.tables += 1
      taken.rows += line.count
    }
    if ('sequences' in line) await setSequences(db, line.sequences)
  }
  throw new Error('the backup is cut off: its end is missing')
}

type Sum = { count: number; sha256: string }

function assertIntact(expected: Sum & { ended: string }, found: Sum): void {
  if (expected.count === found.count && expected.sha256 === found.sha256) return
  throw new Error(`the backup is damaged: table ${expected.ended} is not as it was written`)
}

/**
 * Gates resume after the last event number they read, which may be newer than the backup. The sequence skips ahead
 * so that no number is repeated (docs/operating.md#backup-and-restore).
 */
const eventSequence = { name: 'equipment_event_id_seq', ahead: 10_000_000 } as const

async function setSequences(
  db: Db,
  sequences: readonly { name: string; last: number | null }[],
): Promise<void> {
  for (const { name, last } of sequences) {
    const from = name === eventSequence.name ? (last ?? 0) + eventSequence.ahead : last
    if (from !== null) await sql`select setval(${`public.${name}`}::regclass, ${from})`.execute(db)
  }
}

async function insertRows(db: Db, table: string, rows: readonly string[]): Promise<void> {
  const into = sql.table(table)
  // `offset 0` keeps PostgreSQL from reading each row once per column.
  await sql`insert into ${into} overriding system value select (kept.one).* from
    (select text::${into} as one from unnest(${rows}::text[]) as text offset 0) as kept`.execute(db)
}
