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
  const { rows } = await sql<SettingsOfSession>`
    select current_setting('server_encoding') as encoding, current_setting('datestyle') as dates,
      current_setting('default_transaction_isolation') as isolation, quote_ident(current_user) as role,
      quote_ident(current_schema()) as schema, pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly", current_setting('search_path') as path,
      has_schema_privilege(current_schema(), 'create') as "mayCreate"`.execute(db)
  return rows.flatMap(({ encoding, dates, isolation, ...place }) => [
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
    ...placeProblems(place),
  ])
}

type Place = {
  readonly role: string
  readonly path: string
  /** Null where the search path names no schema that exists. */
  readonly schema: string | null
  readonly isStandby: boolean
  readonly isReadOnly: boolean
  readonly mayCreate: boolean | null
}
type SettingsOfSession = Place & { encoding: string; dates: string; isolation: string }

/** Where no tables can be made. */
function placeProblems({ role, path, schema, isStandby, isReadOnly, mayCreate }: Place): string[] {
  if (isStandby) return ['it is a standby, which cannot be written: let DATABASE_URL lead to the primary']
  if (isReadOnly) return [`it is read-only: alter role ${role} set default_transaction_read_only = off`]
  if (schema === null)
    return [
      `its search_path (${path}) names no schema that exists: alter role ${role} set search_path = public`,
    ]
  if (mayCreate === false)
    return [`the role ${role} may not create tables there: grant create on schema ${schema} to ${role}`]
  return []
}
