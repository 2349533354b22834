import { DatabaseSync } from 'node:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { type Kysely, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { minuteMs } from '../../clock.ts'
import { withNamedStatements } from './namedStatements.ts'
import { sessionSettings } from './sessionSettings.ts'
import { assertNoTransaction } from './transactionContext.ts'

/** Opens PGlite with its one session, in memory when `dir` is null. Throws when `dir` is open elsewhere. */
export async function openEmbedded(
  dir: string | null,
  onFailed: (error: Error) => void,
  everyMs = 10 * minuteMs,
): Promise<{ pool: PostgresPool; close(): Promise<void> }> {
  const unlock = dir === null ? () => {} : lockDataDirectory(dir)
  const lite = await PGlite.create(dir === null ? 'memory://' : join(dir, 'pgdata'))
  const client = new pg.Client(createPgConfig(lite))
  await client.connect()
  await client.query(sessionSettings)
  const pool = singleSessionPool(client)
  const upkeep = setInterval(() => {
    vacuum(pool).catch((error: unknown) =>
      onFailed(error instanceof Error ? error : new Error(String(error))),
    )
  }, everyMs)
  upkeep.unref()
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    clearInterval(upkeep)
    await pool.drained()
    await lite.close()
    unlock()
  }
  return { pool: { connect: pool.connect, end: close, options: {} }, close }
}

function singleSessionPool(client: pg.Client) {
  let tail: Promise<void> = Promise.resolve()
  const connect = async () => {
    assertNoTransaction()
    let free = () => {}
    const previous = tail
    tail = new Promise((resolve) => (free = resolve))
    await previous
    return withNamedStatements(client, () => void client.query('rollback').then(free, free))
  }
  return { connect, drained: () => tail }
}

async function vacuum(pool: ReturnType<typeof singleSessionPool>): Promise<void> {
  const session = await pool.connect()
  try {
    await session.query('vacuum (analyze)', [])
    await session.query('checkpoint', [])
  } finally {
    session.release()
  }
}

/** SQLite takes an operating system lock, which ends with the process. */
function lockDataDirectory(dir: string): () => void {
  mkdirSync(dir, { recursive: true })
  const lock = new DatabaseSync(join(dir, 'lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    throw new Error(`another Guichê has ${dir} open; stop it, or set DATA_DIR to another folder`)
  }
  return () => lock.close()
}

/** Unlogged tables are emptied by a crash, and the embedded database crashes with its process. */
export async function setTablesLogged<S>(db: Kysely<S>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relpersistence = 'u'`.execute(db)
  for (const { name } of rows) await sql`alter table ${sql.table(name)} set logged`.execute(db)
}
