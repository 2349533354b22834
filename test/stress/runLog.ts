/** Counts what happens in a run, and collects what must not happen. */
export type RunLog = ReturnType<typeof createRunLog>

export function createRunLog() {
  const counts = new Map<string, number>()
  const violations: string[] = []
  return {
    violations,
    count(what: string, times = 1): void {
      counts.set(what, (counts.get(what) ?? 0) + times)
    },
    violation(rule: string, detail: unknown): void {
      violations.push(`${rule}: ${JSON.stringify(detail)}`)
    },
    /** In alphabetical order. */
    counts: (): readonly (readonly [string, number])[] =>
      [...counts].toSorted(([one], [other]) => one.localeCompare(other)),
  }
}
