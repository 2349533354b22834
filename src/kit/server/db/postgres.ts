import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { refuseNested } from './lease.ts'
import { isConnectionLost } from './lost.ts'
import { named } from './named.ts'

/**
 * A pool on a PostgreSQL server; statements are bounded to 15 s so that none can hold the pool for ever.
 * `onLost` is told once of each connection that ends without our doing; its statement fails, and it is not
 * used again.
 */
export function openPostgres(url: string, onLost: (error: Error) => void): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    statement_timeout: 15_000,
    connectionTimeoutMillis: 10_000,
  })
  const lost = new WeakSet<pg.PoolClient>()
  // The pool listens to a client only while it is idle; an error that nobody listens to ends the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!lost.has(client)) onLost(error)
      lost.add(client)
    })
  })
  // Each client has told of itself.
  pool.on('error', () => {})
  const wrapped = new WeakMap<pg.PoolClient, ReturnType<typeof named>>()
  const connect = async () => {
    refuseNested()
    const client = await pool.connect()
    let lease = wrapped.get(client)
    if (!lease) {
      lease = named(
        client,
        (destroy) => client.release(destroy === true || lost.has(client)),
        (error) => {
          if (isConnectionLost(error)) lost.add(client)
        },
      )
      wrapped.set(client, lease)
    }
    return lease
  }
  return { connect, end: () => pool.end(), options: {} }
}
