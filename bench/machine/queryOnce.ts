import pg from 'pg'

/** Asks a database one text, on a connection of its own. */
export async function queryOnce(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(text, values)
  } finally {
    await client.end()
  }
}
