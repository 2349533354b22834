import pg from 'pg'

// bigint as a number: ids and centavos of this bench stay below 2^53.
pg.types.setTypeParser(20, Number)

export const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 16,
  idleTimeoutMillis: 300_000,
})

export type Db = pg.Pool | pg.PoolClient

/** A named statement; PostgreSQL parses it once a connection. Answers its rows. */
export function statement<Row extends pg.QueryResultRow = Record<string, never>>(name: string, text: string) {
  return async (db: Db, ...values: unknown[]): Promise<Row[]> =>
    (await db.query<Row>({ name, text, values })).rows
}

/** Commits what `work` asked; rolls back and rethrows where it throws. */
export async function transaction<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answer = await work(client)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
