import { hashLocation, navigate } from './location.ts'
import type { Query } from './match.ts'
import { findRoute, hrefOf } from './routes.ts'

/** `page` is dropped unless named; undefined drops a name. */
export function useQueryChange(): (change: Query, options?: { replace?: boolean }) => void {
  return (change, { replace = false } = {}) => {
    // Read now, so that two changes in a row are both kept.
    const { name, params, query } = findRoute(hashLocation.get())
    const before = hrefOf(name, params, query)
    const after = hrefOf(name, params, { ...query, page: undefined, ...change })
    if (after !== before) navigate(after.slice(1), { name, replace })
  }
}
