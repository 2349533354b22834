const dayMs = 86_400_000

/** How many days from `from` to `to`, both included; 0 or less when they are the wrong way round. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1
}

/** Every day, or every month, of a span in order: `periodsOf('2026-01-30', '2026-02-02', 'month')` has two. */
export function periodsOf(from: string, to: string, by: 'day' | 'month'): string[] {
  const days = Array.from({ length: daysBetween(from, to) }, (_, i) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + i * dayMs).toISOString().slice(0, by === 'day' ? 10 : 7),
  )
  return [...new Set(days)]
}
