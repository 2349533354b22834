import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { isConflict } from '#kit/server/db/conflict.ts'
import { openEmbedded } from '#kit/server/db/embedded.ts'
import { isConnectionLost } from '#kit/server/db/lost.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import { openPostgres } from '#kit/server/db/postgres.ts'

export const migrationsDir = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

export type Database = { db: Db; kind: 'embedded' | 'postgresql'; close(): Promise<void> }

type Where = { databaseUrl: string | null; dataDir: string | null }

/** Opens the database that the configuration names and brings it up to date. */
export async function openDatabase(where: Where, onLost: (error: Error) => void): Promise<Database> {
  const database = await openAsItIs(where, onLost)
  await migrate(database.db, migrationsDir)
  return database
}

/** Opens the database that the configuration names and changes nothing: it may be empty, or of another version. */
export async function openAsItIs(where: Where, onLost: (error: Error) => void): Promise<Database> {
  const opened =
    where.databaseUrl === null
      ? await openEmbedded(where.dataDir)
      : { pool: openPostgres(where.databaseUrl, onLost), close: async () => {} }
  const db: Db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: opened.pool }) })
  const close = async () => {
    await db.destroy()
    await opened.close()
  }
  return { db, kind: where.databaseUrl === null ? 'embedded' : 'postgresql', close }
}

/**
 * Connection failures and shutdowns of the database, and work that stood in another's way each time that it was tried:
 * the customer is told 503, and when to come again.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (isConnectionLost(error) || isConflict(error)) return true
  return error instanceof Error && 'code' in error && (error.code === '57014' || error.code === '53300')
}
