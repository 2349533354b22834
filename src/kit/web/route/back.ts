import { hasMoved } from './location.ts'
import { go, goTo, parseTarget, useRoute } from './routes.ts'
import type { Target } from './routes.ts'

/** The screen that the `backTo` query names, with the rest of the query but `to`; null where it names none of ours. */
export function backTarget(query: Target['query']): Target | null {
  const target = parseTarget(query['backTo'])
  if (target === null) return null
  const rest = Object.entries(query).filter(([name]) => name !== 'backTo' && name !== 'to')
  return { ...target, query: { ...Object.fromEntries(rest), ...target.query } }
}

/** Back to the screen that the `backTo` query names; else to the one before, or the first. */
export function useBackTo(): () => void {
  const target = backTarget(useRoute().query)
  return () => {
    if (target) goTo(target)
    else if (hasMoved()) history.back()
    else go('welcome')
  }
}
