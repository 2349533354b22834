import { hashLocation, navigate } from './location.ts'
import type { Query } from './match.ts'
import { findRoute, hrefOf } from './routes.ts'

/**
 * `changeQuery({ state: 'open' })`: the same screen under another query, which the back button undoes. A list starts
 * over at page 1 unless `page` is named; undefined drops a name. What changes nothing leaves no trace in the history.
 */
export function useQueryChange(): (change: Query, options?: { replace?: boolean }) => void {
  return (change, { replace = false } = {}) => {
    // Asked for now, not when the screen was drawn: two changes in a row must not undo each other.
    const { name, params, query } = findRoute(hashLocation.get())
    const before = hrefOf(name, params, query)
    const after = hrefOf(name, params, { ...query, page: undefined, ...change })
    if (after !== before) navigate(after.slice(1), { name, replace })
  }
}
