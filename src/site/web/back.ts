import { go, goTo, parseTarget, useRoute } from '#kit/web/route/routes.ts'

/** Back to the screen that the `backTo` query names, with the rest of the query; else to the first one. */
export function useBackTo(): () => void {
  const { query } = useRoute()
  const { backTo, ...rest } = query
  const target = parseTarget(backTo)
  return () => (target ? goTo({ ...target, query: { ...rest, ...target.query } }) : go('welcome'))
}
