import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'

export async function tablesInOrder(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    db,
  )
  const links = await sql<{ from: string; to: string }>`
    select source.relname as "from", target.relname as "to" from pg_constraint
    join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and conrelid <> confrelid and source.relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  return inOrder(
    tables.rows.map(({ name }) => name),
    links.rows,
  )
}

/** Sorts names after those that they refer to. Throws on a cycle. */
function inOrder(
  names: readonly string[],
  links: readonly { readonly from: string; readonly to: string }[],
): string[] {
  const ordered: string[] = []
  let waiting = [...names]
  while (waiting.length > 0) {
    const free = waiting.filter((name) =>
      links.every(({ from, to }) => from !== name || ordered.includes(to) || !names.includes(to)),
    )
    if (free.length === 0) throw new Error(`tables refer to each other: ${waiting.join(', ')}`)
    ordered.push(...free)
    waiting = waiting.filter((name) => !free.includes(name))
  }
  return ordered
}

export async function readSequences(db: Db): Promise<{ name: string; last: number | null }[]> {
  const found = await sql<{ name: string; last: number | null }>`
    select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`.execute(
    db,
  )
  return found.rows
}
