import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { maxCountedRows, type PageRequest } from '#kit/paging.ts'
import { transaction } from '#kit/server/db/transaction.ts'

export type RowKey = { readonly id: number; readonly at: Date }

const batchRows = 1_000

export type Batch = { readonly ids: readonly number[] }

type ReadRows<Row> = (batch: Batch) => Promise<readonly Row[]>

export function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += batchRows) yield rows.slice(from, from + batchRows)
}

export type Order = 'at' | 'id' | 'oldest'

type Keys = { readonly keys: readonly Expression<RowKey>[]; readonly order: Order }

type Part = { readonly rest?: RawBuilder<unknown>; readonly limit: number; readonly offset?: number }

/** No connection is held between batches. */
export async function* readBatches<Row extends { readonly id: number }>(
  db: Db,
  { keys, order }: Keys,
  rows: ReadRows<Row>,
): AsyncGenerator<Row[]> {
  let last: TextKey | null = null
  for (;;) {
    const found: TextKey[] = await keysAfter(db, { keys, order }, last)
    const ids = found.map(({ id }) => id)
    yield await inOrder(ids, rows)
    last = found.at(-1) ?? null
    if (found.length < batchRows) return
  }
}

async function inOrder<Row extends { readonly id: number }>(
  ids: readonly number[],
  read: ReadRows<Row>,
): Promise<Row[]> {
  const byId = new Map((await read({ ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** `at` is a text: a Date would lose the microseconds. */
type TextKey = { readonly id: number; readonly at: string }

const orders = {
  at: {
    columns: sql`list.at desc, list.id desc`,
    after: ({ at, id }: TextKey) => sql`(at, id) < (${at}::timestamptz, ${id}::bigint)`,
  },
  id: { columns: sql`list.id desc`, after: ({ id }: TextKey) => sql`id < ${id}::bigint` },
  oldest: { columns: sql`list.id`, after: ({ id }: TextKey) => sql`id > ${id}::bigint` },
} as const satisfies Readonly<Record<Order, object>>

async function keysAfter(db: Db, { keys, order }: Keys, last: TextKey | null): Promise<TextKey[]> {
  if (keys.length === 0) return []
  const rest = last === null ? sql`` : sql`where ${orders[order].after(last)}`
  return transaction(db, async (tx) => {
    // A generic plan sorts the whole period for each batch: 200,000 tickets took 20 s instead of 8.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    return (await firstKeys({ keys, order }, { rest, limit: batchRows }).execute(tx)).rows
  })
}

function firstKeys({ keys, order }: Keys, { rest = sql``, limit, offset = 0 }: Part): RawBuilder<TextKey> {
  // Each part has its own limit, because no index is in the order of a union.
  const parts = keys.map((part) => firstOf(part, order, { rest, limit }))
  return sql`select id, at::text as at from (${sql.join(parts, sql` union all `)}) as list
    order by ${orders[order].columns} limit ${limit - offset} offset ${offset}`
}

function firstOf(part: Expression<RowKey>, order: Order, { rest = sql``, limit }: Part): RawBuilder<RowKey> {
  return sql`(select id, at from (${part}) as list ${rest} order by ${orders[order].columns} limit ${limit})`
}

/** One page, with the number of all rows up to `maxCountedRows`. */
export async function readPage<Row extends { readonly id: number }>(
  db: Db,
  list: Keys & PageRequest,
  read: ReadRows<Row>,
) {
  const most = maxCountedRows + 1
  // Counted in the order of an index, so that no more rows are read than are counted.
  const keys = list.order === 'id' ? list.keys.map((part) => firstOf(part, 'id', { limit: most })) : list.keys
  const counted = await countRows(db, keys, most)
  const total = { total: Math.min(counted, maxCountedRows), more: counted > maxCountedRows }
  if (counted === 0) return { rows: [], ...total }
  const limit = list.page * list.perPage
  const found = await firstKeys(list, { limit, offset: limit - list.perPage }).execute(db)
  const ids = found.rows.map(({ id }) => id)
  return { rows: await inOrder(ids, read), ...total }
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
