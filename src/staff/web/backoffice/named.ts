import type { Named } from '../../named.ts'

export function choicesOf(states: Readonly<Record<string, Pick<Named, 'text'>>>) {
  return Object.entries(states).map(([value, { text }]) => ({ value, text }))
}
