import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { openEmbedded } from '#kit/server/db/embedded.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { openPostgres } from '#kit/server/db/postgres.ts'

export const migrationsDir = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

export type Database = { db: Db; kind: 'embedded' | 'postgresql'; close(): Promise<void> }

type Where = { databaseUrl: string | null; dataDir: string | null }

/** Opens the database that the configuration names and brings it up to date. */
export async function openDatabase(where: Where, onIdleError: (error: Error) => void): Promise<Database> {
  const database = await openAsItIs(where, onIdleError)
  await migrate(database.db, migrationsDir)
  return database
}

/** Opens the database that the configuration names and changes nothing: it may be empty, or of another version. */
export async function openAsItIs(where: Where, onIdleError: (error: Error) => void): Promise<Database> {
  const opened =
    where.databaseUrl === null
      ? await openEmbedded(where.dataDir)
      : { pool: openPostgres(where.databaseUrl, onIdleError), close: async () => {} }
  const db: Db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: opened.pool }) })
  const close = async () => {
    await db.destroy()
    await opened.close()
  }
  return { db, kind: where.databaseUrl === null ? 'embedded' : 'postgresql', close }
}

/** Connection failures and shutdowns of the database, which the customer is told as 503. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // pg gives these no code.
  if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)) return true
  if (!('code' in error) || typeof error.code !== 'string') return false
  return /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EPIPE|57P0[123]|57014|53300|08\w{3})$/.test(
    error.code,
  )
}
