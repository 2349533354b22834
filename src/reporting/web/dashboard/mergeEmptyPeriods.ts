import type { DashboardRow } from '../../dashboard.ts'

/** `since`: the oldest of several empty periods. */
export type MergedRow = DashboardRow & { since?: string }

/** `rows` are newest first. */
export function mergeEmptyPeriods(rows: readonly DashboardRow[]): MergedRow[] {
  const merged: MergedRow[] = []
  for (const row of rows) {
    const last = merged[merged.length - 1]
    if (last && isEmpty(last) && isEmpty(row)) last.since = row.period
    else merged.push({ ...row })
  }
  return merged
}

export function isEmpty({ peak, ...others }: MergedRow): boolean {
  return !peak && Object.values(others).every((value) => typeof value === 'string' || value === 0)
}
