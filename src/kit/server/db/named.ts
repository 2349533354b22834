import { createHash } from 'node:crypto'
import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'

// int8 comes back as a number: our largest bigint is an amount in centavos or a row id, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Gives every parameterised statement a name made of the hash of its text, so that the database plans each
 * text once per connection (architecture.md section 5: unnamed costs 3.2x). Keep the number of texts finite.
 */
export function named(
  client: pg.Client | pg.PoolClient,
  release: (destroy?: boolean) => void,
): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[] | undefined) =>
    values && values.length > 0
      ? client.query({ name: nameOf(text), text, values: [...values] })
      : client.query(text)
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
