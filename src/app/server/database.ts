import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { openEmbedded, setTablesLogged } from '#kit/server/db/embedded.ts'
import { isUnavailable } from '#kit/server/db/pgErrors.ts'
import { isConflict } from '#kit/server/db/transaction.ts'
import { databaseProblems } from '#kit/server/db/sessionSettings.ts'
import { migrate } from '#kit/server/db/migrate.ts'
import {
  keepsSessionSettings,
  openPostgres,
  longTimeouts,
  type Pooler,
  defaultTimeouts,
} from '#kit/server/db/postgres.ts'

export const migrationsDir = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** Health checks have a connection of their own, `probe`. */
export type Database = { db: Db; probe: Db; kind: 'embedded' | 'postgresql'; close(): Promise<void> }

export type DatabaseLocation = { databaseUrl: string | null; dataDir: string | null; pooler?: Pooler | null }

type OnLost = (error: Error, what?: string) => void

/** Shorter than a balancer waits for `/readyz`. */
const probeTimeouts = { ...defaultTimeouts, connectMs: 1_000, queryMs: 1_000 }

/** Applies missing migrations. */
export async function openDatabase(where: DatabaseLocation, onLost: OnLost): Promise<Database> {
  if (where.databaseUrl !== null && !where.pooler) await assertNoPooler(where.databaseUrl)
  const database = await openWithoutMigrating(where, onLost)
  try {
    const [problem] = await databaseProblems(database.db)
    if (problem !== undefined) throw new Error(`the database cannot be used: ${problem}`)
    if (where.databaseUrl === null) {
      await migrate(database.db, migrationsDir)
      await setTablesLogged(database.db)
    } else await migrateWithLongTimeouts(where, onLost)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

async function migrateWithLongTimeouts(where: DatabaseLocation, onLost: OnLost): Promise<void> {
  const patient = await openWithoutMigrating(where, onLost, longTimeouts)
  try {
    await migrate(patient.db, migrationsDir)
  } finally {
    await patient.close()
  }
}

export async function openWithoutMigrating(
  where: DatabaseLocation,
  onLost: OnLost,
  limits = defaultTimeouts,
): Promise<Database> {
  const { databaseUrl, pooler = null } = where
  if (databaseUrl === null) {
    const opened = await openEmbedded(where.dataDir, (error) =>
      onLost(error, 'the embedded database could not be kept up'),
    )
    const db = createKysely(opened.pool)
    const close = async () => {
      await db.destroy()
      await opened.close()
    }
    return { db, probe: db, kind: 'embedded', close }
  }
  const db = createKysely(
    openPostgres(databaseUrl, { onConnectionLost: onLost, maxConnections: 16, timeouts: limits, pooler }),
  )
  const probe = createKysely(
    openPostgres(databaseUrl, {
      onConnectionLost: () => {},
      maxConnections: 1,
      timeouts: probeTimeouts,
      pooler,
    }),
  )
  const close = async () => {
    await Promise.all([db.destroy(), probe.destroy()])
  }
  return { db, probe, kind: 'postgresql', close }
}

async function assertNoPooler(url: string): Promise<void> {
  if (await keepsSessionSettings(url)) return
  throw new Error(
    'DATABASE_URL leads through a pooler that does not keep the settings of a session: set DATABASE_POOLER (docs/operating.md, PgBouncer), or connect to PostgreSQL itself',
  )
}

function createKysely(pool: PostgresPool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** Such errors are answered with 503: lost connections, a read-only or starting database, timeouts, conflicts. */
export function isDatabaseDown(error: unknown): boolean {
  return isUnavailable(error) || isConflict(error)
}
