import { hasMoved } from '#kit/web/route/location.ts'
import { go, goTo, parseTarget, useRoute } from '#kit/web/route/routes.ts'

/** Back to the screen that the `backTo` query names, with the rest of the query; else to the one before, or the first. */
export function useBackTo(): () => void {
  const { query } = useRoute()
  const { backTo, ...rest } = query
  const target = parseTarget(backTo)
  return () => {
    if (target) goTo({ ...target, query: { ...rest, ...target.query } })
    else if (hasMoved()) history.back()
    else go('welcome')
  }
}
