import { useCallback, useEffect } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../endpoint.ts'
import { callUntyped } from '../call/call.ts'
import { useLoad, type LoadState } from '../call/useLoad.ts'
import { useQueryChange } from '../route/useQueryChange.ts'
import { useRoute } from '../route/routes.ts'
import { parsePage, type PageMeta } from './pages.ts'
import { lookUp } from '../../text/lookUp.ts'

type RowsPage<T> = { data: readonly T[]; meta: PageMeta }

/** `More` is what the reply has beside its rows. */
export type PagedListState<T, More = object> = {
  view: LoadState<RowsPage<T> & More>
  reload: () => void
  isFiltered: boolean
}

export type ListOptions = {
  filterNames?: readonly string[]
  params?: Readonly<Record<string, string>>
  /** Query values that the address does not change. */
  fixed?: Readonly<Record<string, string>>
}

export type ListEndpoint<T, More = object> = Omit<Endpoint, 'method' | 'reply'> & {
  readonly method: 'GET'
  readonly reply: z.ZodMiniType<RowsPage<T> & More>
}

/** Search, page and filters are in the address; a page past the end moves to the last. */
export function usePagedList<T, More = object>(
  endpoint: ListEndpoint<T, More>,
  { filterNames = [], params = {}, fixed = {} }: ListOptions = {},
): PagedListState<T, More> {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const page = parsePage(query['page'])
  const narrowing = ['q', ...filterNames].flatMap((name) => {
    const value = lookUp(query, name)
    return value ? [[name, value]] : []
  })
  const queryText = new URLSearchParams([
    ...Object.entries(fixed),
    ...narrowing,
    ['page', String(page)],
  ]).toString()
  const places = new URLSearchParams(params).toString()
  const { view, reload } = useLoad(
    useCallback(
      async (signal: AbortSignal) => {
        const answer = await callUntyped(endpoint, {
          query: parseQuery(queryText),
          params: parseQuery(places),
          signal,
        })
        return { ...answer, queryText }
      },
      [endpoint, queryText, places],
    ),
  )
  const answer = view.state === 'ready' ? view.value : null
  const isPast = answer !== null && answer.meta.current_page > answer.meta.last_page
  useEffect(() => {
    // The value may belong to the previous address.
    if (isPast && answer.queryText === queryText)
      changeQuery({ page: String(answer.meta.last_page) }, { replace: true })
  })
  return { view: isPast ? { state: 'loading' } : view, reload, isFiltered: narrowing.length > 0 }
}

function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}
