import { findColumns, missingColumnsText } from '../../../statement/columns.ts'
import type { FileRow } from '../../../statement/parseLines.ts'

/** Rows that may precede the heading: address, filters, sums. */
export const maxRowsBeforeHeading = 2_000

/** Whether the cells are a heading with all that is needed. */
export function isHeading(cells: readonly string[]): boolean {
  return missingColumnsText(findColumns(cells)) === null
}

/** Returns rows from the heading on; without one, from the row with most known columns on. */
export function fromHeading(rows: readonly FileRow[]): readonly FileRow[] {
  const first = rows.slice(0, maxRowsBeforeHeading)
  const found = first.findIndex(({ cells }) => isHeading(cells))
  if (found >= 0) return rows.slice(found)
  const known = first.map(({ cells }) => Object.keys(findColumns(cells)).length)
  return rows.slice(Math.max(0, known.indexOf(Math.max(...known))))
}
