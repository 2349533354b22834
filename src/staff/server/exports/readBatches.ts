import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'

export type RowKey = { readonly id: number; readonly at: Date }

const batchRows = 1_000

/** `instants` are texts: a Date would lose the microseconds. */
export type Batch = { readonly ids: readonly number[]; readonly instants: readonly string[] }

/** Ledger and audit trail have no index on the id alone. */
export function isInBatch({ ids, instants }: Batch, at: string, id: string): RawBuilder<boolean> {
  return sql`(${sql.ref(at)}, ${sql.ref(id)}) in (select * from unnest(${[...instants]}::timestamptz[], ${[...ids]}::bigint[]))`
}

export function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += batchRows) yield rows.slice(from, from + batchRows)
}

export type Order = 'at' | 'id'

/** Newest first; no connection is held between batches. */
export async function* readBatches<Row>(
  db: Db,
  { keys, order }: { keys: readonly Expression<RowKey>[]; order: Order },
  rows: (batch: Batch) => Promise<ReadonlyMap<number, Row>>,
): AsyncGenerator<Row[]> {
  let last: TextKey | null = null
  for (;;) {
    const found: TextKey[] = await keysAfter(db, { keys, order }, last)
    const batch = { ids: found.map(({ id }) => id), instants: found.map(({ at }) => at) }
    const byId = await rows(batch)
    yield batch.ids.flatMap((id) => byId.get(id) ?? [])
    last = found.at(-1) ?? null
    if (found.length < batchRows) return
  }
}

type TextKey = { readonly id: number; readonly at: string }

const orders = {
  at: {
    columns: sql`list.at desc, list.id desc`,
    after: ({ at, id }: TextKey) => sql`(at, id) < (${at}::timestamptz, ${id}::bigint)`,
  },
  id: { columns: sql`list.id desc`, after: ({ id }: TextKey) => sql`id < ${id}::bigint` },
} as const satisfies Readonly<Record<Order, object>>

async function keysAfter(
  db: Db,
  { keys, order }: { keys: readonly Expression<RowKey>[]; order: Order },
  last: TextKey | null,
): Promise<TextKey[]> {
  if (keys.length === 0) return []
  const { columns, after } = orders[order]
  const rest = last === null ? sql`` : sql`where ${after(last)}`
  const first = sql`order by ${columns} limit ${batchRows}`
  // Each part has its own limit, because no index is in the order of a union.
  const parts = keys.map((part) => sql`(select id, at from (${part}) as list ${rest} ${first})`)
  return transaction(db, async (tx) => {
    // A generic plan sorts the whole period for each batch: 200,000 tickets took 20 s instead of 8.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    const { rows } = await sql<TextKey>`
      select id, at::text as at from (${sql.join(parts, sql` union all `)}) as list ${first}`.execute(tx)
    return rows
  })
}

/** Counts up to `most`. */
export async function countRows(db: Db, keys: readonly Expression<RowKey>[], most: number): Promise<number> {
  if (keys.length === 0) return 0
  const parts = keys.map((part) => sql`(select 1 from (${part}) as list)`)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from (${sql.join(parts, sql` union all `)}) as list limit ${most}) as counted`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
