import { dayMs } from '#kit/clock.ts'

/** Counts days, both included; 0 or less where `to` is earlier. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1
}

/** Lists every day or month of a span, in order. */
export function listPeriods(from: string, to: string, by: 'day' | 'month'): string[] {
  const days = Array.from({ length: countDays(from, to) }, (_, i) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + i * dayMs).toISOString().slice(0, by === 'day' ? 10 : 7),
  )
  return [...new Set(days)]
}
