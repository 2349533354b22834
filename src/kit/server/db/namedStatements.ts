import { createHash } from 'node:crypto'
import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isStalePlan } from './transaction.ts'
import { isTransactionOpen } from './transactionContext.ts'

// int8 comes back as a number: our largest bigint is an amount in centavos or a row id, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * What a session is told to plan by, once. What is read at random is in memory or on no turning disk: at the usual 4.0
 * a table that was small when it was analysed is read whole ever after, and a statement that does so is planned anew at
 * each call.
 */
export const planning = 'set random_page_cost = 1.1'

type ConnectionOptions = {
  /** Called with what a statement throws. */
  readonly failed: (error: unknown) => void
  /** After so many milliseconds without an answer the connection is closed, and the statement fails. 0: never. */
  readonly answerMs: number
  readonly isNamed: boolean
}

const defaults: ConnectionOptions = { failed: () => {}, answerMs: 0, isNamed: true }

/**
 * Gives every parameterised statement a name made of the hash of its text, so that the database plans each
 * text once per connection (docs/performance.md#chosen-by-measurement: unnamed costs 3.2x). Keep the
 * number of texts finite.
 */
export function named(
  client: pg.Client | pg.PoolClient,
  release: (destroy?: boolean) => void,
  { failed, answerMs, isNamed }: ConnectionOptions = defaults,
): PostgresPoolClient {
  const send = async (text: string, values: readonly unknown[] | undefined) =>
    values && values.length > 0
      ? client.query({ ...(isNamed ? { name: nameOf(text) } : {}), text, values: [...values] })
      : client.query(text)
  const query = async (text: string, values: readonly unknown[] | undefined) => {
    const late = answerMs > 0 ? setTimeout(() => breakOff(client, answerMs), answerMs) : undefined
    try {
      return await send(text, values)
    } catch (error) {
      failed(error)
      // Outside a transaction it is simply planned anew.
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

function breakOff(client: pg.Client, afterMs: number): void {
  const silent = new Error(`no answer from the database in ${afterMs / 1000} s`)
  client.connection.stream.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }))
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}
