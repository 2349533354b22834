/** A page of a list, numbered from 1. */
export type PageRequest = { readonly page: number; readonly perPage: number }

/** The numbers of spec.md's paged list; `from` and `to` are null when the page is empty. */
export function pageMeta(request: PageRequest, path: string, total: number, shown: number) {
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

/** First, last, previous and next addresses, the search kept; a page past the end is empty, not an error. */
export function pageLinks(
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
