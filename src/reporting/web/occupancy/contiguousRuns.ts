import { dayMs } from '#kit/clock.ts'
import type { OccupancyRow } from '#parking/occupancy.ts'

export type PlotPoint = { readonly x: number; readonly row: OccupancyRow }

/** Reads local time as UTC, since a plot has no change of offset. */
function localTimeMs(period: string): number {
  return Date.parse(`${period.slice(0, 19).padEnd(19, 'T00:00:00'.slice(period.length - 10))}Z`)
}

/** A run has no gap between its rows. */
export function contiguousRuns(
  rows: readonly OccupancyRow[],
  { from, by }: { from: string; by: 'hour' | 'day' },
) {
  const stepMs = by === 'day' ? dayMs : dayMs / 24
  const start = Date.parse(`${from}T00:00:00Z`)
  const runs: PlotPoint[][] = []
  for (const row of rows) {
    const x = Math.round((localTimeMs(row.period) - start) / stepMs)
    const run = runs[runs.length - 1]
    if (run?.[run.length - 1]?.x === x - 1) run.push({ x, row })
    else runs.push([{ x, row }])
  }
  return runs
}
