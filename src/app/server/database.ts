import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { openEmbedded, writeAllDown } from '#kit/server/db/embedded.ts'
import { isUnavailable } from '#kit/server/db/pgErrors.ts'
import { isConflict } from '#kit/server/db/transaction.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import {
  keepsSettings,
  openPostgres,
  patientLimits,
  type Pooler,
  usualLimits,
} from '#kit/server/db/postgres.ts'

export const migrationsDir = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** `probe` asks how the database is, past those who wait for `db`. */
export type Database = { db: Db; probe: Db; kind: 'embedded' | 'postgresql'; close(): Promise<void> }

export type Where = { databaseUrl: string | null; dataDir: string | null; pooler?: Pooler | null }

/** `what`: what is said of it, where it is no connection that was lost. */
type OnLost = (error: Error, what?: string) => void

/** So much is answered, and opened, before a balancer has done waiting for `/readyz`. */
const probeLimits = { ...usualLimits, connectMs: 1_000, answerMs: 1_000 }

/** Opens the database that the configuration names and brings it up to date. */
export async function openDatabase(where: Where, onLost: OnLost): Promise<Database> {
  if (where.databaseUrl !== null && !where.pooler) await refusePooler(where.databaseUrl)
  const database = await openAsItIs(where, onLost)
  try {
    if (where.databaseUrl === null) {
      await migrate(database.db, migrationsDir)
      await writeAllDown(database.db)
    } else await bringUpToDate(where, onLost)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** A migration may take longer than any call waits, and so may another instance's. */
async function bringUpToDate(where: Where, onLost: OnLost): Promise<void> {
  const patient = await openAsItIs(where, onLost, patientLimits)
  try {
    await migrate(patient.db, migrationsDir)
  } finally {
    await patient.close()
  }
}

/** Opens the database that the configuration names and changes nothing: it may be empty, or of another version. */
export async function openAsItIs(where: Where, onLost: OnLost, limits = usualLimits): Promise<Database> {
  const { databaseUrl, pooler = null } = where
  if (databaseUrl === null) {
    const opened = await openEmbedded(where.dataDir, (error) =>
      onLost(error, 'the embedded database could not be kept up'),
    )
    const db = over(opened.pool)
    const close = async () => {
      await db.destroy()
      await opened.close()
    }
    return { db, probe: db, kind: 'embedded', close }
  }
  const db = over(openPostgres(databaseUrl, { onLost, most: 16, limits, pooler }))
  const probe = over(openPostgres(databaseUrl, { onLost: () => {}, most: 1, limits: probeLimits, pooler }))
  const close = async () => {
    await Promise.all([db.destroy(), probe.destroy()])
  }
  return { db, probe, kind: 'postgresql', close }
}

/** Throws where statements by name, and the limits of a session, would be lost on the way. */
async function refusePooler(url: string): Promise<void> {
  if (await keepsSettings(url)) return
  throw new Error(
    'DATABASE_URL leads through a pooler that does not keep the settings of a session: set DATABASE_POOLER (docs/operating.md, PgBouncer), or connect to PostgreSQL itself',
  )
}

function over(pool: PostgresPool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Connection failures and shutdowns of the database, one that starts or may only be read, waits that reached their
 * limit, and work that stood in another's way each time that it was tried: the customer is told 503, and when to come
 * again.
 */
export function isDatabaseDown(error: unknown): boolean {
  return isUnavailable(error) || isConflict(error)
}
