import { useCallback, useEffect } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../endpoint.ts'
import { callWith } from '../call/call.ts'
import { useLoad } from '../call/useLoad.ts'
import type { Loaded } from '../call/useLoad.ts'
import { useQueryChange } from '../route/query.ts'
import { useRoute } from '../route/routes.ts'
import { askedPage } from './pages.ts'
import type { Meta } from './pages.ts'
import { lookUp } from '../../text/lookUp.ts'

/** A page of rows as `page()` of kit/endpoint.ts declares it. */
export type RowsPage<T> = { data: readonly T[]; meta: Meta }

/** What the parts of a list screen need of the list. */
export type PagedListOf<T> = {
  view: Loaded<RowsPage<T>>
  /** Asks for the same page again, after a row was changed or deleted. */
  reload: () => void
  /** True while a search or a filter narrows the list. */
  narrowed: boolean
}

type Wish = {
  /** Query names besides `q` and `page` that travel from the address to the server. */
  filters?: readonly string[]
  /** Values for the places of the endpoint's path. */
  params?: Readonly<Record<string, string>>
}

type ListEndpoint<T> = Omit<Endpoint, 'method' | 'reply'> & {
  readonly method: 'GET'
  readonly reply: z.ZodMiniType<RowsPage<T>>
}

/**
 * `const list = usePagedList(listDevices, { filters: ['lot'] })`. Search, page and filters live in the address, so the
 * back button and a copied link work. An address past the last page moves to the last one.
 */
export function usePagedList<T>(
  endpoint: ListEndpoint<T>,
  { filters = [], params = {} }: Wish = {},
): PagedListOf<T> {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const page = askedPage(query['page'])
  const narrowing = ['q', ...filters].flatMap((name) => {
    const value = lookUp(query, name)
    return value ? [[name, value]] : []
  })
  const asked = new URLSearchParams([...narrowing, ['page', String(page)]]).toString()
  const places = new URLSearchParams(params).toString()
  const { view, reload } = useLoad(
    useCallback(
      async (signal: AbortSignal) => {
        const answer = await callWith(endpoint, { query: valuesIn(asked), params: valuesIn(places), signal })
        return { ...answer, asked }
      },
      [endpoint, asked, places],
    ),
  )
  // An answer to the address before says nothing about this one.
  const lastPage = view.state === 'ready' && view.value.asked === asked ? view.value.meta.last_page : page
  useEffect(() => {
    if (page > lastPage) changeQuery({ page: String(lastPage) }, { replace: true })
  })
  return { view, reload, narrowed: narrowing.length > 0 }
}

function valuesIn(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}
