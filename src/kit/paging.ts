import type * as z from 'zod/mini'
import type { listQuery } from './fields.ts'
import type { WireMoney } from './money.ts'

export type PageRequest = { readonly page: number; readonly perPage: number }

type SearchRequest = PageRequest & { readonly q: string; readonly filters: Readonly<Record<string, string>> }

type ListQuery = z.output<typeof listQuery>

/** An invalid page is the first. */
export function parsePageRequest(query: ListQuery, perPage: number): SearchRequest {
  const { q, search, searchText, text, p, page: asked, ...filters } = query
  const page = Number(asked ?? p)
  return {
    q: q || search || searchText || text,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    perPage,
    filters: Object.fromEntries(
      Object.entries<unknown>(filters).flatMap(([name, value]) =>
        typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
      ),
    ),
  }
}

/** Counting all rows would cost more than the page. */
export const maxCountedRows = 10_000

export type Found<Row> = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly more?: boolean
  readonly sum?: WireMoney | null
}

/** docs/spec.md#success; `from` and `to` are null on an empty page. */
export function pagedList<T>(list: Found<T>, { page, perPage, q, filters }: SearchRequest, path: string) {
  const { rows, total, more, sum } = list
  const last = Math.max(1, Math.ceil(total / perPage))
  const from = (page - 1) * perPage + 1
  const kept = Object.entries({ q, ...filters }).filter(([, value]) => value !== '')
  const search = kept.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('')
  const at = (page: number) => `${path}?page=${page}${search}`
  return {
    data: [...rows],
    links: {
      first: at(1),
      last: at(last),
      prev: page > 1 ? at(Math.min(page - 1, last)) : null,
      next: page < last ? at(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: rows.length === 0 ? null : from,
      last_page: last,
      path,
      per_page: perPage,
      to: rows.length === 0 ? null : from + rows.length - 1,
      total,
      ...(more ? { more: true } : {}),
      ...(sum === undefined ? {} : { sum }),
    },
  }
}
