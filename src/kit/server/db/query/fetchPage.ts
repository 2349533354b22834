import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { maxCountedRows, type PageRequest } from '../../../paging.ts'

/** Counts rows up to `maxCountedRows`; `more` when there are more. */
export async function countCapped<D, T extends keyof D, R>(db: Db, list: SelectQueryBuilder<D, T, R>) {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (${list.limit(maxCountedRows + 1)}) as counted`.execute(db)
  const n = rows[0]?.n ?? 0
  return { total: Math.min(n, maxCountedRows), more: n > maxCountedRows }
}

/** Reads one page and counts all rows; `sort` is left out of the count. */
export async function fetchPage<D, T extends keyof D, R>(
  db: Db,
  list: SelectQueryBuilder<D, T, R>,
  { page, perPage }: PageRequest,
  sort: (list: SelectQueryBuilder<D, T, R>) => SelectQueryBuilder<D, T, R> = (sorted) => sorted,
): Promise<{ rows: R[]; total: number; more: boolean }> {
  const total = await countCapped(db, list)
  const rows = await sort(list)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, ...total }
}
