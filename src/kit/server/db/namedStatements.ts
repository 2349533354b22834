import { createHash } from 'node:crypto'
import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isStalePlan } from './transaction.ts'
import { isTransactionOpen } from './transactionContext.ts'

// pg returns int8 as text; amounts and row ids are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type ConnectionOptions = {
  readonly onError?: (error: unknown) => void
  /** Closes a connection that does not answer for this time. */
  readonly queryTimeoutMs?: number
  readonly isNamed?: boolean
}

/** Names each statement by its hash, so that a connection plans it once; the number of texts must be finite. */
export function withNamedStatements(
  client: pg.Client | pg.PoolClient,
  release: (destroy?: boolean) => void,
  { onError = () => {}, queryTimeoutMs = 0, isNamed = true }: ConnectionOptions = {},
): PostgresPoolClient {
  const send = async (text: string, values: readonly unknown[] | undefined) =>
    values && values.length > 0
      ? client.query({ ...(isNamed ? { name: statementName(text) } : {}), text, values: [...values] })
      : client.query(text)
  const query = async (text: string, values: readonly unknown[] | undefined) => {
    const late =
      queryTimeoutMs > 0
        ? setTimeout(() => destroyConnection(client, queryTimeoutMs), queryTimeoutMs)
        : undefined
    try {
      return await send(text, values)
    } catch (error) {
      onError(error)
      // A stale plan outside a transaction is retried without a name.
      if (isStalePlan(error) && !isTransactionOpen() && client.getTransactionStatus() === 'I')
        return await client.query(text, [...(values ?? [])])
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  // pg types `command` as string and Kysely as its own list; the values are the same.
  // oxlint-disable-next-line typescript/no-unsafe-return
  return Object.assign(Object.create(null), { query, release })
}

function destroyConnection(client: pg.Client, afterMs: number): void {
  const silent = new Error(`no answer from the database in ${afterMs / 1000} s`)
  client.connection.stream.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }))
}

const statementNames = new Map<string, string>()

function statementName(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    statementNames.set(text, name)
  }
  return name
}
