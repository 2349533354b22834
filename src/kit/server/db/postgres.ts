import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { refuseNested } from './lease.ts'
import { named } from './named.ts'

/** A pool on a PostgreSQL server; statements are bounded to 15 s so that none can hold the pool for ever. */
export function openPostgres(url: string, onIdleError: (error: Error) => void): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    statement_timeout: 15_000,
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', onIdleError)
  const wrapped = new WeakMap<pg.PoolClient, ReturnType<typeof named>>()
  const connect = async () => {
    refuseNested()
    const client = await pool.connect()
    let lease = wrapped.get(client)
    if (!lease) {
      lease = named(client, (destroy) => client.release(destroy ?? false))
      wrapped.set(client, lease)
    }
    return lease
  }
  return { connect, end: () => pool.end(), options: {} }
}
