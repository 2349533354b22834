import { hasNavigated } from './location.ts'
import { go, goToTarget, parseTarget, useRoute, type RouteTarget } from './routes.ts'

/** The route in `backTo`, with the rest of the query but `to`; null if it is invalid. */
export function backTarget(query: RouteTarget['query']): RouteTarget | null {
  const target = parseTarget(query['backTo'])
  if (target === null) return null
  const rest = Object.entries(query).filter(([name]) => name !== 'backTo' && name !== 'to')
  return { ...target, query: { ...Object.fromEntries(rest), ...target.query } }
}

/** Goes to `backTo`, else back, else to the first screen. */
export function useBackTo(): () => void {
  const target = backTarget(useRoute().query)
  return () => {
    if (target) goToTarget(target)
    else if (hasNavigated()) history.back()
    else go('welcome')
  }
}
