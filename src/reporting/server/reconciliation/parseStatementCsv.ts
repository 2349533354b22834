import { parse } from 'csv-parse/sync'
import { stripInvisible } from '#kit/brazil.ts'
import { findColumns, missingColumnsText } from '../../statement/columns.ts'
import { maxLines, type CsvRow } from '../../statement/parseLines.ts'

/** Lines that may precede the heading: address, filters, sums. */
const maxLinesBeforeHeading = 2_000

const delimiters = [';', '\t', ',', '|'] as const

/**
 * Reads CSV in UTF-8, UTF-16 or Windows-1252 from its heading on: the first row with a day, an amount and a
 * sale's name. Null for another file.
 */
export function parseStatementCsv(content: Buffer): CsvRow[] | null {
  const { delimiter, text, before } = findHeading(stripInvisible(decode(content)))
  const rows: CsvRow[] = []
  try {
    parse(text, {
      delimiter,
      // One more than the limit, to detect longer files.
      to: maxLines + 2,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { lines }) => {
        rows.push({ n: before + lines, cells })
        return null
      },
    })
    return rows
  } catch {
    return null
  }
}

function decode(content: Buffer): string {
  const [first, second] = content
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le').decode(content)
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

type HeadingMatch = { delimiter: string; text: string; before: number }

/** Finds the heading; without one, the line with most known columns. */
function findHeading(text: string): HeadingMatch {
  let best = { known: -1, found: { delimiter: ';', text, before: 0 } }
  let at = 0
  for (let before = 0; before < maxLinesBeforeHeading && at < text.length; before++) {
    const end = /\r\n|\n|\r/g
    end.lastIndex = at
    const match = end.exec(text)
    const line = text.slice(at, match?.index)
    for (const delimiter of delimiters) {
      const columns = findColumns(line.split(delimiter))
      const known = Object.keys(columns).length
      const found = { delimiter, text: text.slice(at), before }
      if (missingColumnsText(columns) === null) return found
      if (known > best.known) best = { known, found }
    }
    if (match === null) break
    at = match.index + match[0].length
  }
  return best.found
}
