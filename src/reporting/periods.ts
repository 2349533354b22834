import { dayMs } from '#kit/clock.ts'

/** Both included; 0 or less in the wrong order. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1
}

/** Every day or month of a span, in order. */
export function listPeriods(from: string, to: string, by: 'day' | 'month'): string[] {
  const days = Array.from({ length: countDays(from, to) }, (_, i) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + i * dayMs).toISOString().slice(0, by === 'day' ? 10 : 7),
  )
  return [...new Set(days)]
}
