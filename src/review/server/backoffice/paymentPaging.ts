import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { maxCountedRows, type PageRequest } from '#kit/paging.ts'
import { keptCents } from '#payment/server/ledger/paymentMoney.ts'
import { countCapped } from '#kit/server/db/query/fetchPage.ts'

export type PaymentQuery = SelectQueryBuilder<Schema, 'payment', { id: number; created_at: Date }>

/** A text finds payments by id, or by their payer. */
export type SearchHits = { readonly ids: Expression<number> } | { readonly payer: RawBuilder<boolean> }

/** Each of `parts` has an index in the order of a page. */
export type NarrowedPayments = {
  query: PaymentQuery
  hits: SearchHits | null
  parts: readonly RawBuilder<boolean>[]
}

type Page = PageRequest & { readonly order: 'asc' | 'desc' }
type Ids = SelectQueryBuilder<Schema, 'payment', { id: number }>

/** Rows scanned for a common name; the scan takes some hundred milliseconds. */
const maxScanned = 50_000

/**
 * A search reads all its hits and sorts them; for a common name the newest payments are scanned instead. `keptCents`:
 * centavos that all counted payments captured less what they refunded, null beyond `maxCountedRows`.
 */
export async function selectPage(db: Db, list: NarrowedPayments, page: Page) {
  const before = (page.page - 1) * page.perPage
  const ordered = (ids: Ids) =>
    ids
      .orderBy('payment.created_at', page.order)
      .orderBy('payment.id', page.order)
      .limit(page.perPage)
      .offset(before)
  const { hits } = list
  if (hits === null) {
    const first = (most: number) => firstPayments(db, list, { order: page.order, most })
    const total = await countAndSum(db, first(maxCountedRows + 1))
    return { total, shown: ordered(first(before + page.perPage)) }
  }
  const every = matchingPayments(list, hits)
  const total = await countAndSum(db, every)
  const limit = before + page.perPage
  if (total.more && 'payer' in hits && limit <= maxCountedRows) {
    const ids = await scanNewest(db, list, { ...page, payer: hits.payer, before })
    if (ids !== null) return { total, shown: db.selectFrom('payment').select('id').where('id', 'in', ids) }
  }
  // Materialised, or the planner may scan a whole index in the page's order for few hits.
  const found = sql<Row>`(with found as materialized (${every}) select * from found)`.as('payment')
  return { total, shown: ordered(db.selectFrom(found).select('payment.id')) }
}

async function countAndSum(db: Db, payments: Ids) {
  const total = await countCapped(db, payments)
  if (total.more) return { ...total, keptCents: null }
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(${keptCents}), 0)::bigint as cents from (${payments}) as payment`.execute(db)
  return { ...total, keptCents: rows[0]?.cents ?? 0 }
}

type Row = { id: number; created_at: Date }

type First = { order: Page['order']; most: number }

function firstPayments(db: Db, { query, parts }: NarrowedPayments, { order, most }: First): Ids {
  const sorted = query.orderBy('payment.created_at', order).orderBy('payment.id', order).limit(most)
  const all = parts.map((part) => sql`(${sorted.where(part)})`)
  return db.selectFrom(sql<Row>`(${sql.join(all, sql` union all `)})`.as('payment')).select('payment.id')
}

export function queriesPerIndex(list: NarrowedPayments | null): PaymentQuery[] {
  if (list === null) return []
  if (list.hits !== null) return [matchingPayments(list, list.hits)]
  return list.parts.map((part) => list.query.where(part))
}

function matchingPayments({ query, parts }: NarrowedPayments, hits: SearchHits): PaymentQuery {
  const inParts = query.where(sql<boolean>`(${sql.join(parts, sql` or `)})`)
  return 'ids' in hits ? inParts.where('payment.id', 'in', hits.ids) : inParts.where(hits.payer)
}

type Scan = Page & { payer: RawBuilder<boolean>; before: number }

/** Null when the scan ends before the page is full. */
async function scanNewest(db: Db, { query, parts }: NarrowedPayments, scan: Scan): Promise<number[] | null> {
  const { payer, order, before, perPage } = scan
  const [most = sql<boolean>`true`, ...others] = parts
  const orderBy = order === 'asc' ? sql`order by created_at, id` : sql`order by created_at desc, id desc`
  const limit = before + perPage
  const newest = query
    .select(['payment.payer', 'payment.state'])
    .where(most)
    .orderBy('payment.created_at', order)
    .orderBy('payment.id', order)
    .limit(maxScanned)
  const rest = others.map((part) => sql` union all (${query.where(part).where(payer)})`)
  const { rows } = await sql<{ id: number; isFull: boolean }>`
    with walked as materialized (select id, created_at from (${newest}) payment where ${payer} ${orderBy} limit ${limit})
    select id, (select count(*) from walked) = ${limit} as "isFull"
    from (select * from walked ${sql.join(rest, sql``)}) found ${orderBy} limit ${perPage} offset ${before}`.execute(
    db,
  )
  return rows[0]?.isFull === true ? rows.map(({ id }) => id) : null
}
