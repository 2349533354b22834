import { findColumns, isPixOnly } from '../../../statement/columns.ts'
import { type FileRow, type ParsedLines, parseLines, type UnreadRow } from '../../../statement/parseLines.ts'
import { csvRows } from './csvRows.ts'
import { decodeStatement } from './decodeStatement.ts'
import { ofxRows } from './ofxRows.ts'
import { otherFormatText } from './otherFormat.ts'
import { xlsxRows } from './xlsxRows.ts'

export type ParsedStatement = Pick<ParsedLines, 'otherOut' | 'rowCount' | 'days'> & {
  /** JSON of lines, so that nobody holds the process with many objects. */
  readonly batches: readonly string[]
  readonly lineCount: number
  /** JSON of `UnreadRow[]`. */
  readonly unread: string
  /** The file is a bank's, of Pix only. */
  readonly isPix: boolean
}

const batchLines = 500

/** Returns Portuguese where nothing can be stored. Takes seconds of processor time. */
export function parseStatementFile(content: Uint8Array): ParsedStatement | string {
  const file = readRows(content)
  if (typeof file === 'string') return file
  const parsed = parseLines(file.rows)
  if (typeof parsed === 'string') return parsed
  const { lines, unread, ...rest } = parsed
  const batches = Array.from({ length: Math.ceil(lines.length / batchLines) }, (_, i) =>
    JSON.stringify(lines.slice(i * batchLines, (i + 1) * batchLines)),
  )
  const lineCount = new Set(lines.map(({ n }) => n)).size
  return {
    ...rest,
    batches,
    lineCount,
    unread: JSON.stringify(unread satisfies readonly UnreadRow[]),
    isPix: file.isPix,
  }
}

type FileRows = { readonly rows: readonly FileRow[]; readonly isPix: boolean }

function readRows(content: Uint8Array): FileRows | string {
  if (content[0] === 0x50 && content[1] === 0x4b) {
    const rows = xlsxRows(content)
    return typeof rows === 'string' ? rows : { rows, isPix: isPixFile(rows) }
  }
  const text = decodeStatement(content)
  const head = text.slice(0, 2_000)
  if (/OFXHEADER|<OFX>/i.test(head)) return { rows: ofxRows(text), isPix: true }
  const other = otherFormatText(content, head)
  if (other !== null) return other
  const rows = csvRows(text)
  return { rows, isPix: isPixFile(rows) }
}

function isPixFile([heading]: readonly FileRow[]): boolean {
  return isPixOnly(findColumns(heading?.cells ?? []))
}
