import type * as z from 'zod/mini'
import type { listQuery } from './fields.ts'

export type PageRequest = { readonly page: number; readonly perPage: number }

/** The links of the pages keep the filters. */
type SearchRequest = PageRequest & { readonly q: string; readonly filters: Readonly<Record<string, string>> }

/** docs/spec.md#success; `from` and `to` are null on an empty page. */
function pageMeta(request: PageRequest, path: string, total: number, shown: number) {
  const first = (request.page - 1) * request.perPage + 1
  return {
    current_page: request.page,
    from: shown === 0 ? null : first,
    last_page: Math.max(1, Math.ceil(total / request.perPage)),
    path,
    per_page: request.perPage,
    to: shown === 0 ? null : first + shown - 1,
    total,
  }
}

function pageLinks(
  meta: ReturnType<typeof pageMeta>,
  search: Readonly<Record<string, string | undefined>> = {},
) {
  const at = (page: number) => {
    const kept = Object.entries(search).map(([name, value]) =>
      value ? `&${name}=${encodeURIComponent(value)}` : '',
    )
    return `${meta.path}?page=${page}${kept.join('')}`
  }
  return {
    first: at(1),
    last: at(meta.last_page),
    prev: meta.current_page > 1 ? at(Math.min(meta.current_page - 1, meta.last_page)) : null,
    next: meta.current_page < meta.last_page ? at(meta.current_page + 1) : null,
  }
}

type ListQuery = z.output<typeof listQuery>

/** An invalid page is the first. */
export function requestedPage(query: ListQuery, perPage: number): SearchRequest {
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

/** Rows counted at most: counting all would cost more than the page. */
export const mostCounted = 10_000

/** docs/spec.md#success */
export function pagedList<T>(
  list: { readonly rows: readonly T[]; readonly total: number; readonly more?: boolean },
  request: SearchRequest,
  path: string,
) {
  const meta = {
    ...pageMeta(request, path, list.total, list.rows.length),
    ...(list.more ? { more: true } : {}),
  }
  return { data: [...list.rows], links: pageLinks(meta, { q: request.q, ...request.filters }), meta }
}
