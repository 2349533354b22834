import type { Named } from '../../named.ts'

/** States as the choices of a filter. */
export function choicesOf(states: Readonly<Record<string, Named>>) {
  return Object.entries(states).map(([value, { text }]) => ({ value, text }))
}
