import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { assertReleased } from '../../../db/released.ts'
import type { Db } from '../../../db/schema.ts'
import type { Clock } from '../../../src/kit/clock.ts'
import { readApplied } from '../../../src/kit/server/db/migrate.ts'
import { transactionOnce } from '../../../src/kit/server/db/transaction.ts'
import { batchRows, type BodyLine, type headLine, rowDigest } from './backupFormat.ts'
import { readSequences, tablesInOrder } from './tables.ts'

export type BackupCounts = { tables: number; rows: number }

/**
 * Writes a consistent snapshot of all rows to a compressed file readable by its owner only, while the portal runs.
 * Replaces `file` only on success.
 */
export async function takeBackup(deps: { db: Db; clock: Clock }, file: string): Promise<BackupCounts> {
  const unfinished = `${file}.unfinished`
  const taken: BackupCounts = { tables: 0, rows: 0 }
  try {
    await transactionOnce(deps.db, async (db) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(db)
      await sql`set local statement_timeout = 0`.execute(db)
      const lines = Readable.from(linesOf(db, deps.clock.now(), taken))
      await pipeline(lines, createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    })
    await syncToDisk(unfinished)
    await rename(unfinished, file)
    return taken
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* linesOf(db: Db, now: Date, taken: BackupCounts): AsyncGenerator<string> {
  const migrations = (await readApplied(db)).map(({ name }) => name)
  assertReleased('database', migrations)
  const head: z.output<typeof headLine> = {
    guiche: 'backup',
    version: 1,
    takenAt: now.toISOString(),
    migrations,
  }
  yield `${JSON.stringify(head)}\n`
  for (const table of await tablesInOrder(db)) {
    yield jsonLine({ table })
    const sum = rowDigest()
    for await (const rows of rowsOf(db, table)) {
      sum.add(rows)
      yield jsonLine({ rows })
    }
    const { count, sha256 } = sum.sum()
    yield jsonLine({ ended: table, count, sha256 })
    taken.tables += 1
    taken.rows += count
  }
  // Read last, so that numbers given after the snapshot are skipped.
  yield jsonLine({ sequences: await readSequences(db) })
  yield jsonLine({ end: true, tables: taken.tables })
}

const jsonLine = (line: BodyLine) => `${JSON.stringify(line)}\n`

/** Rows in PostgreSQL's text form, which is lossless. */
async function* rowsOf(db: Db, table: string): AsyncGenerator<string[]> {
  const cursor = sql.id(`backup_${table}`)
  await sql`declare ${cursor} cursor for select kept::text as row from ${sql.table(table)} as kept order by kept`.execute(
    db,
  )
  for (;;) {
    const fetched = await sql<{ row: string }>`fetch ${sql.lit(batchRows)} from ${cursor}`.execute(db)
    if (fetched.rows.length === 0) break
    yield fetched.rows.map(({ row }) => row)
  }
  await sql`close ${cursor}`.execute(db)
}

async function syncToDisk(file: string): Promise<void> {
  const written = await open(file, 'r')
  await written.sync()
  await written.close()
}
