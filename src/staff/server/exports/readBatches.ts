import { type Expression, sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** A row's place in its list: the newest first, by instant and number. */
export type RowKey = { readonly id: number; readonly at: Date }

const batchRows = 1_000

/** The rows of a list, the newest first, in batches; no connection is held between two batches. */
export async function* readBatches<Row>(
  db: Db,
  keys: readonly Expression<RowKey>[],
  rows: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): AsyncGenerator<Row[]> {
  let last: TextKey | null = null
  for (;;) {
    const ids: number[] = []
    for (const place of await keysAfter(db, keys, last)) {
      ids.push(place.id)
      last = place
    }
    const byId = await rows(ids)
    yield ids.flatMap((id) => byId.get(id) ?? [])
    if (ids.length < batchRows) return
  }
}

/** A `RowKey` with the instant as text: a Date would lose the microseconds. */
type TextKey = { readonly id: number; readonly at: string }

async function keysAfter(
  db: Db,
  keys: readonly Expression<RowKey>[],
  last: TextKey | null,
): Promise<TextKey[]> {
  if (keys.length === 0) return []
  const after = last === null ? sql`` : sql`where (at, id) < (${last.at}::timestamptz, ${last.id}::bigint)`
  const first = sql`order by list.at desc, list.id desc limit ${batchRows}`
  // Each part has its own limit, because no index is in the order of a union.
  const parts = keys.map((part) => sql`(select id, at from (${part}) as list ${after} ${first})`)
  const { rows } = await sql<TextKey>`
    select id, at::text as at from (${sql.join(parts, sql` union all `)}) as list ${first}`.execute(db)
  return rows
}

/** How many rows a list has, counted up to `most`. */
export async function countRows(db: Db, keys: readonly Expression<RowKey>[], most: number): Promise<number> {
  if (keys.length === 0) return 0
  const parts = keys.map((part) => sql`(select 1 from (${part}) as list)`)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from (${sql.join(parts, sql` union all `)}) as list limit ${most}) as counted`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
