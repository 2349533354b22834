import { navigate } from './location.ts'
import type { Query } from './match.ts'
import { hrefOf, useRoute } from './routes.ts'

/**
 * `changeQuery({ state: 'open' })`: the same screen under another query, which the back button undoes. A list starts
 * over at page 1 unless `page` is named; undefined drops a name. What changes nothing leaves no trace in the history.
 */
export function useQueryChange(): (change: Query, options?: { replace?: boolean }) => void {
  const { name, params, query } = useRoute()
  return (change, { replace = false } = {}) => {
    const before = hrefOf(name, params, query)
    const after = hrefOf(name, params, { ...query, page: undefined, ...change })
    if (after !== before) navigate(after.slice(1), { name, replace })
  }
}
