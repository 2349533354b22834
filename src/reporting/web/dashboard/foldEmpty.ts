import type { DashboardRow } from '../../dashboard.ts'

/** `since`: the oldest of several empty periods. */
export type FoldedRow = DashboardRow & { since?: string }

/** Newest first. */
export function foldEmpty(rows: readonly DashboardRow[]): FoldedRow[] {
  const folded: FoldedRow[] = []
  for (const row of rows) {
    const last = folded[folded.length - 1]
    if (last && isEmpty(last) && isEmpty(row)) last.since = row.period
    else folded.push({ ...row })
  }
  return folded
}

function isEmpty({ peak, ...others }: FoldedRow): boolean {
  return !peak && Object.values(others).every((value) => typeof value === 'string' || value === 0)
}
