import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { named, planning } from './namedStatements.ts'
import { isConnectionLost, isFull, isReadOnly } from './pgErrors.ts'
import { isStalePlan } from './transaction.ts'
import { refuseNested } from './transactionContext.ts'

/** How long is waited, in milliseconds, before a caller is told that the database cannot be asked; 0 for ever. */
export type Limits = {
  readonly connectMs: number
  readonly lockMs: number
  readonly statementMs: number
  readonly idleInTransactionMs: number
  /** Our own, above the server's: a line that passes no more bytes does not say so. */
  readonly answerMs: number
}

/** Of the portal: one connection and one statement together stay under 20 s. */
export const usualLimits: Limits = {
  connectMs: 5_000,
  lockMs: 8_000,
  statementMs: 10_000,
  idleInTransactionMs: 10_000,
  answerMs: 11_000,
}

/** Of what may take as long as it takes: migrations, backup and restore. */
export const patientLimits: Limits = {
  connectMs: 10_000,
  lockMs: 0,
  statementMs: 0,
  idleInTransactionMs: 0,
  answerMs: 0,
}

/**
 * A pooler in transaction mode that stands before the server: it keeps no settings of a session, and knows statements
 * by name or does not (docs/operating.md#pgbouncer).
 */
export type Pooler = 'named' | 'unnamed'

type Options = {
  /** Told once of each connection that ends without our doing; its statement fails, and it is not used again. */
  readonly onLost: (error: Error) => void
  readonly most: number
  readonly limits: Limits
  readonly pooler: Pooler | null
}

/** How long a session may take to end after it was told to. */
const endMs = 2_000
/** So long after the server had no room for another session, none is asked for. */
const fullMs = 5_000

/** A session that ends soon after it is told to, also when its line passes nothing any more. */
class Session extends pg.Client {
  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    setTimeout(() => this.connection.stream.destroy(), endMs).unref()
    return callback ? super.end(callback) : super.end()
  }
}

/** A session beside the pool; not connected yet. */
export function openSession(url: string): pg.Client {
  return new Session({
    connectionString: url,
    connectionTimeoutMillis: usualLimits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
}

/** A pool on a PostgreSQL server; every wait of it ends (`Limits`). */
export function openPostgres(url: string, { onLost, most, limits, pooler }: Options): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: Session,
    max: most,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(pooler === null ? settingsOf(limits) : {}),
  })
  const lost = new WeakSet<pg.PoolClient>()
  const alive = new Set<pg.PoolClient>()
  // The pool listens to a client only while it is idle; an error that nobody listens to ends the process.
  pool.on('connect', (client) => {
    alive.add(client)
    // Among what begins the session it would take the place of the operator's own options.
    if (pooler === null) client.query(planning).catch((error: unknown) => note(client, error))
    client.on('error', (error) => {
      if (!lost.has(client)) onLost(error)
      lost.add(client)
    })
  })
  pool.on('remove', (client) => void alive.delete(client))
  // Each client has told of itself.
  pool.on('error', () => {})
  const note = (client: pg.PoolClient, error: unknown) => {
    if (isConnectionLost(error)) lost.add(client)
    // Who writes now is at the same address, by and by; or the tables have changed under all of them.
    if (isReadOnly(error) || isStalePlan(error)) for (const one of alive) lost.add(one)
  }
  const wrapped = new WeakMap<pg.PoolClient, ReturnType<typeof named>>()
  const connect = async () => {
    refuseNested()
    for (;;) {
      const client = await lend(pool, most, limits)
      if (!lost.has(client)) {
        const lease = wrapped.get(client) ?? leaseOf(client)
        wrapped.set(client, lease)
        return lease
      }
      client.release(true)
    }
  }
  const leaseOf = (client: pg.PoolClient) =>
    named(client, (destroy) => client.release(destroy === true || lost.has(client)), {
      failed: (error) => note(client, error),
      answerMs: limits.answerMs,
      isNamed: pooler !== 'unnamed',
    })
  return { connect, end: () => pool.end(), options: {} }
}

/** A server without room for another session is not asked again at once: who comes waits for one that we have. */
async function lend(pool: pg.Pool, most: number, { connectMs }: Limits): Promise<pg.PoolClient> {
  const until = performance.now() + connectMs
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isFull(error) || pool.totalCount === 0 || performance.now() > until) throw error
      pool.options.max = pool.totalCount
      setTimeout(() => (pool.options.max = most), fullMs).unref()
    }
  }
}

function settingsOf({ statementMs, lockMs, idleInTransactionMs }: Limits) {
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
}

/** What nobody gives a role. */
const strangeMs = 7_919

/** Whether what a session is told reaches the server: a pooler drops it, or refuses the session. */
export async function keepsSettings(url: string): Promise<boolean> {
  const { connectMs } = usualLimits
  const client = new Session({
    connectionString: url,
    lock_timeout: strangeMs,
    connectionTimeoutMillis: connectMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const asked = await client.query<{ kept: string }>(`select current_setting('lock_timeout') as kept`)
    return asked.rows[0]?.kept === `${strangeMs}ms`
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('unsupported startup parameter')) return false
    throw error
  } finally {
    await client.end()
  }
}
