import { type Kysely, sql } from 'kysely'

const settings = {
  /** For SSDs: the default 4.0 keeps scanning tables that were small when analysed. */
  random_page_cost: '1.1',
  datestyle: 'ISO, MDY',
  default_transaction_isolation: 'read committed',
}

export const sessionSettings = `select ${Object.entries(settings)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ')}`

/** Returns settings under which values would be stored or read wrong, each with the remedy. */
export async function databaseProblems<S>(db: Kysely<S>): Promise<string[]> {
  const { rows } = await sql<{ encoding: string; dates: string; isolation: string }>`
    select current_setting('server_encoding') as encoding, current_setting('datestyle') as dates,
      current_setting('default_transaction_isolation') as isolation`.execute(db)
  return rows.flatMap(({ encoding, dates, isolation }) => [
    ...(encoding === 'UTF8'
      ? []
      : [`its encoding is ${encoding}: make one with createdb -E UTF8 -T template0`]),
    ...(dates.startsWith('ISO')
      ? []
      : [`its DateStyle is ${dates}: alter role ... set datestyle = 'ISO, MDY'`]),
    ...(isolation === settings.default_transaction_isolation
      ? []
      : [
          `its isolation is ${isolation}: alter role ... set default_transaction_isolation = 'read committed'`,
        ]),
  ])
}
