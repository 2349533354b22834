/** What happened in a run, how often, and what must not have happened. */
export type Story = ReturnType<typeof openStory>

export function openStory() {
  const counts = new Map<string, number>()
  const violations: string[] = []
  return {
    violations,
    note(what: string, times = 1): void {
      counts.set(what, (counts.get(what) ?? 0) + times)
    },
    violate(rule: string, detail: unknown): void {
      violations.push(`${rule}: ${JSON.stringify(detail)}`)
    },
    /** What happened, in the order of the alphabet: the same things stand together. */
    told: (): readonly (readonly [string, number])[] =>
      [...counts].toSorted(([one], [other]) => one.localeCompare(other)),
  }
}
