import type { FileRow } from '../../../statement/parseLines.ts'
import { maxLines } from '../../../statement/parseLines.ts'
import { findColumns } from '../../../statement/columns.ts'
import { isHeading, maxRowsBeforeHeading } from './findHeading.ts'

const delimiters = [';', '\t', ',', '|'] as const
type Delimiter = (typeof delimiters)[number]

const maxLineLength = 10_000
const maxColumns = 200
const problem = `mais de ${maxLineLength} caracteres ou de ${maxColumns} colunas`

type Line = { readonly n: number; readonly text: string }

/**
 * Rows from the heading on. A line break ends a row, also inside quotes. A library joins such lines, so that one
 * stray quote would swallow rows.
 */
export function csvRows(text: string): FileRow[] {
  const { delimiter, heading } = findHeading(text)
  const rows: FileRow[] = []
  for (const line of lines(text)) {
    if (line.n < heading) continue
    const row = splitRow(line, delimiter)
    if (row.problem === undefined && row.cells.every((cell) => cell.trim() === '')) continue
    rows.push(row)
    // One more than the limit, to detect longer files.
    if (rows.length > maxLines + 1) break
  }
  return rows
}

function* lines(text: string): Generator<Line> {
  const end = /\r\n|\n|\r/g
  for (let n = 1, at = 0; at < text.length; n++) {
    const match = end.exec(text)
    yield { n, text: text.slice(at, match?.index) }
    if (match === null) return
    at = end.lastIndex
  }
}

/** Finds the heading; without one, the line with most known columns. */
function findHeading(text: string): { delimiter: Delimiter; heading: number } {
  let best = { known: -1, delimiter: delimiters[0] as Delimiter, heading: 1 }
  for (const line of lines(text)) {
    if (line.n > maxRowsBeforeHeading) break
    for (const delimiter of delimiters) {
      const { cells } = splitRow(line, delimiter)
      const known = Object.keys(findColumns(cells)).length
      if (isHeading(cells)) return { delimiter, heading: line.n }
      if (known > best.known) best = { known, delimiter, heading: line.n }
    }
  }
  return best
}

function splitRow({ n, text }: Line, delimiter: Delimiter): FileRow {
  if (text.length > maxLineLength) return { n, cells: [], problem }
  const cells = text.includes('"') ? splitQuoted(text, delimiter) : text.split(delimiter)
  return cells.length > maxColumns ? { n, cells: [], problem } : { n, cells }
}

const cellPatterns: Readonly<Record<Delimiter, RegExp>> = {
  ';': / *"((?:[^"]|"")*)" *(;|$)|([^;]*)(;|$)/y,
  '\t': / *"((?:[^"]|"")*)" *(\t|$)|([^\t]*)(\t|$)/y,
  ',': / *"((?:[^"]|"")*)" *(,|$)|([^,]*)(,|$)/y,
  '|': / *"((?:[^"]|"")*)" *(\||$)|([^|]*)(\||$)/y,
}

/** A quote that does not close before a delimiter is a sign like others. */
function splitQuoted(text: string, delimiter: Delimiter): string[] {
  const cells: string[] = []
  const pattern = new RegExp(cellPatterns[delimiter])
  for (let end: string | undefined = delimiter; end === delimiter;) {
    const [, quoted, quotedEnd, plain = '', plainEnd] = pattern.exec(text) ?? []
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    end = quoted === undefined ? plainEnd : quotedEnd
  }
  return cells
}
