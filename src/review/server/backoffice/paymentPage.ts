import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { mostCounted, type PageRequest } from '#kit/paging.ts'
import { counted } from '#kit/server/db/query/counted.ts'

export type List = SelectQueryBuilder<Schema, 'payment', { id: number; created_at: Date }>

/** What a text is looked for by: payments that it leads to, or what their own payer says. */
export type Sought = { readonly ids: Expression<number> } | { readonly payer: RawBuilder<boolean> }

/** A list without its text, the text, and the parts of the list that an index has in order each. */
export type Narrowed = { list: List; sought: Sought | null; parts: readonly RawBuilder<boolean>[] }

type Page = PageRequest & { readonly order: 'asc' | 'desc' }
type Ids = SelectQueryBuilder<Schema, 'payment', { id: number }>

/** So many of the newest payments are looked through for a page of a name that many have: some hundred milliseconds. */
const mostWalked = 50_000

/**
 * How many a list has, as far as it is counted, and the numbers of one page. Without a text, the first of an index. With one,
 * what it leads to is read and put in order, for it is little; only where it is more than a list counts, and who pays is
 * looked for, the newest payments are looked through instead until the page is full: of a name that everybody has, the
 * index by names knows nothing but everybody.
 */
export async function pageOf(
  db: Db,
  list: Narrowed,
  page: Page,
): Promise<{ total: { total: number; more: boolean }; shown: Ids }> {
  const before = (page.page - 1) * page.perPage
  const ordered = (ids: Ids) =>
    ids
      .orderBy('payment.created_at', page.order)
      .orderBy('payment.id', page.order)
      .limit(page.perPage)
      .offset(before)
  const { sought } = list
  if (sought === null) {
    const first = (most: number) => firstOf(db, list, { order: page.order, most })
    const total = await counted(db, first(mostCounted + 1))
    return { total, shown: ordered(first(before + page.perPage)) }
  }
  const every = everyOf(list, sought)
  const total = await counted(db, every)
  const wanted = before + page.perPage
  if (total.more && 'payer' in sought && wanted <= mostCounted) {
    const ids = await walk(db, list, { ...page, payer: sought.payer, before })
    if (ids !== null) return { total, shown: db.selectFrom('payment').select('id').where('id', 'in', ids) }
  }
  // Materialised, or the planner may look through all of an index in the page's order for the little that is in it.
  const found = sql<Row>`(with found as materialized (${every}) select * from found)`.as('payment')
  return { total, shown: ordered(db.selectFrom(found).select('payment.id')) }
}

type Row = { id: number; created_at: Date }

/** The first of a list, at least so many: of each of its parts in the order of an index. */
function firstOf(
  db: Db,
  { list, parts }: Narrowed,
  { order, most }: { order: Page['order']; most: number },
): Ids {
  const sorted = list.orderBy('payment.created_at', order).orderBy('payment.id', order).limit(most)
  const all = parts.map((part) => sql`(${sorted.where(part)})`)
  return db.selectFrom(sql<Row>`(${sql.join(all, sql` union all `)})`.as('payment')).select('payment.id')
}

/** All of a list, in no order: its parts, or what its text leads to. */
export function partsOf(list: Narrowed): List[] {
  if (list.sought !== null) return [everyOf(list, list.sought)]
  return list.parts.map((part) => list.list.where(part))
}

/** All that a text leads to, in no order. */
function everyOf({ list, parts }: Narrowed, sought: Sought): List {
  const inParts = list.where(sql<boolean>`(${sql.join(parts, sql` or `)})`)
  return 'ids' in sought ? inParts.where('payment.id', 'in', sought.ids) : inParts.where(sought.payer)
}

/**
 * A page of those whose payer is looked for, out of the newest of the part that most are in, the first, and of all others;
 * null where it has not enough of them: then what comes after may belong on the page.
 */
async function walk(
  db: Db,
  { list, parts: [most = sql<boolean>`true`, ...others] }: Narrowed,
  { payer, order, before, perPage }: Page & { payer: RawBuilder<boolean>; before: number },
): Promise<number[] | null> {
  const by = order === 'asc' ? sql`order by created_at, id` : sql`order by created_at desc, id desc`
  const wanted = before + perPage
  const newest = list
    .select(['payment.payer', 'payment.state'])
    .where(most)
    .orderBy('payment.created_at', order)
    .orderBy('payment.id', order)
    .limit(mostWalked)
  const rest = others.map((part) => sql` union all (${list.where(part).where(payer)})`)
  const { rows } = await sql<{ id: number; isFull: boolean }>`
    with walked as materialized (select id, created_at from (${newest}) payment where ${payer} ${by} limit ${wanted})
    select id, (select count(*) from walked) = ${wanted} as "isFull"
    from (select * from walked ${sql.join(rest, sql``)}) found ${by} limit ${perPage} offset ${before}`.execute(
    db,
  )
  return rows[0]?.isFull === true ? rows.map(({ id }) => id) : null
}
