import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** The row count and a digest of each table. */
export async function contentsOf(db: Db): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const rows = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(kept::text, ',' order by kept::text)), '') as sum
      from ${sql.table(name)} as kept`.execute(db)
    found[name] = rows.rows[0]?.sum ?? ''
  }
  return found
}

/** The contents without logins, which a restore ends. */
export function withoutLogins(contents: Record<string, string>): Record<string, string> {
  const { session: _, device_token: __, recovery_token: ___, ...kept } = contents
  return kept
}
