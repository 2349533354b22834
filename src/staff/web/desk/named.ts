/** How a state is named at the desk, and its colour. */
export type Named = { readonly text: string; readonly tone: 'go' | 'sign' | 'warn' | 'stop' | 'soft' }

/** States as the choices of a filter. */
export function choicesOf(states: Readonly<Record<string, Named>>) {
  return Object.entries(states).map(([value, { text }]) => ({ value, text }))
}
