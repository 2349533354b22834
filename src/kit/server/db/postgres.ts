import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { withNamedStatements } from './namedStatements.ts'
import { isConnectionLost, isTooManyConnections, isReadOnly } from './pgErrors.ts'
import { sessionSettings } from './sessionSettings.ts'
import { isStalePlan } from './transaction.ts'
import { assertNoTransaction } from './transactionContext.ts'

/** In milliseconds; 0 means none. One connection and one statement together stay under 20 s. */
export const defaultTimeouts = {
  connectMs: 5_000,
  lockMs: 8_000,
  statementMs: 10_000,
  idleInTransactionMs: 10_000,
  /** Ends a connection that is silently dead. */
  queryMs: 11_000,
}

export type Timeouts = Readonly<typeof defaultTimeouts>

/** Timeouts for migrations, backup and restore. */
export const longTimeouts: Timeouts = {
  connectMs: 10_000,
  lockMs: 0,
  statementMs: 0,
  idleInTransactionMs: 0,
  queryMs: 0,
}

/** A pooler in transaction mode, with or without named statements (docs/operating.md#pgbouncer). */
export type Pooler = 'named' | 'unnamed'

type Options = {
  readonly onConnectionLost: (error: Error) => void
  readonly maxConnections: number
  readonly timeouts: Timeouts
  readonly pooler: Pooler | null
}

const endTimeoutMs = 2_000
/** Idle connections are kept, because a new one plans each statement five times: 12 ms of a purchase, not 8. */
const idleMs = 300_000
/** The pool stays small for this time after the server reported its connection limit. */
const serverFullPauseMs = 5_000

class Session extends pg.Client {
  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | void {
    setTimeout(() => this.connection.stream.destroy(), endTimeoutMs).unref()
    return callback ? super.end(callback) : super.end()
  }
}

export function openSession(url: string): pg.Client {
  return new Session({
    connectionString: url,
    connectionTimeoutMillis: defaultTimeouts.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
}

export function openPostgres(url: string, options: Options): PostgresPool {
  const { onConnectionLost, maxConnections, timeouts, pooler } = options
  const pool = new pg.Pool({
    connectionString: url,
    Client: Session,
    max: maxConnections,
    idleTimeoutMillis: idleMs,
    connectionTimeoutMillis: timeouts.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(pooler === null ? timeoutSettings(timeouts) : {}),
  })
  const lost = new WeakSet<pg.PoolClient>()
  const alive = new Set<pg.PoolClient>()
  // The pool listens to idle clients only; an unhandled error ends the process.
  pool.on('connect', (client) => {
    alive.add(client)
    // As a startup parameter it would replace the operator's own `options`.
    if (pooler === null) client.query(sessionSettings).catch((error: unknown) => markLost(client, error))
    client.on('error', (error) => {
      if (!lost.has(client)) onConnectionLost(error)
      lost.add(client)
    })
  })
  pool.on('remove', (client) => void alive.delete(client))
  pool.on('error', () => {})
  const markLost = (client: pg.PoolClient, error: unknown) => {
    if (isConnectionLost(error)) lost.add(client)
    // After a failover or a schema change all connections are replaced.
    if (isReadOnly(error) || isStalePlan(error)) for (const one of alive) lost.add(one)
  }
  const wrapped = new WeakMap<pg.PoolClient, ReturnType<typeof withNamedStatements>>()
  const connect = async () => {
    assertNoTransaction()
    for (;;) {
      const client = await connectWithinLimit(pool, maxConnections, timeouts)
      if (!lost.has(client)) {
        const lease = wrapped.get(client) ?? leaseOf(client)
        wrapped.set(client, lease)
        return lease
      }
      client.release(true)
    }
  }
  const leaseOf = (client: pg.PoolClient) =>
    withNamedStatements(client, (destroy) => client.release(destroy === true || lost.has(client)), {
      onError: (error) => markLost(client, error),
      queryTimeoutMs: timeouts.queryMs,
      isNamed: pooler !== 'unnamed',
    })
  return { connect, end: () => pool.end(), options: {} }
}

/** The pool shrinks for a while, so that callers wait for a connection of ours. */
async function connectWithinLimit(
  pool: pg.Pool,
  most: number,
  { connectMs }: Timeouts,
): Promise<pg.PoolClient> {
  const until = performance.now() + connectMs
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isTooManyConnections(error) || pool.totalCount === 0 || performance.now() > until) throw error
      pool.options.max = pool.totalCount
      setTimeout(() => (pool.options.max = most), serverFullPauseMs).unref()
    }
  }
}

function timeoutSettings({ statementMs, lockMs, idleInTransactionMs }: Timeouts) {
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
}

/** A lock_timeout that no role has by default. */
const probeTimeoutMs = 7_919

/** False behind a pooler, which drops or refuses startup parameters. */
export async function keepsSessionSettings(url: string): Promise<boolean> {
  const { connectMs } = defaultTimeouts
  const client = new Session({
    connectionString: url,
    lock_timeout: probeTimeoutMs,
    connectionTimeoutMillis: connectMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const result = await client.query<{ kept: string }>(`select current_setting('lock_timeout') as kept`)
    return result.rows[0]?.kept === `${probeTimeoutMs}ms`
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('unsupported startup parameter')) return false
    throw error
  } finally {
    await client.end()
  }
}
