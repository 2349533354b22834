import { createHash } from 'node:crypto'
import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'

// int8 comes back as a number: our largest bigint is an amount in centavos or a row id, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Gives every parameterised statement a name made of the hash of its text, so that the database plans each
 * text once per connection (docs/performance.md#chosen-by-measurement: unnamed costs 3.2x). Keep the
 * number of texts finite. `failed` sees what a statement throws.
 */
export function named(
  client: pg.Client | pg.PoolClient,
  release: (destroy?: boolean) => void,
  failed: (error: unknown) => void = () => {},
): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[] | undefined) => {
    try {
      return values && values.length > 0
        ? await client.query({ name: nameOf(text), text, values: [...values] })
        : await client.query(text)
    } catch (error) {
      failed(error)
      throw error
    }
  }
  // pg types `command` as string and Kysely as its own list; the values are the same.
  // oxlint-disable-next-line typescript/no-unsafe-return
  return Object.assign(Object.create(null), { query, release })
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
