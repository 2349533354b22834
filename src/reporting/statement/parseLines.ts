import {
  type ColumnIndexes,
  findColumns,
  missingColumnsText,
  namesCards,
  normalizeHeading,
} from './columns.ts'
import { parseAmount } from './parseAmount.ts'
import { detectDayOrder } from './parseDay.ts'
import { cleanCell, identifiers, parseLine, type ParsedRow, type ReadCell } from './parseLine.ts'

type StatementLine = Omit<ParsedRow, 'kind' | 'cancelDay'> & {
  readonly kind: 'capture' | 'refund'
  /** The refund has the sale's day, because the file has no other. */
  readonly undated: boolean
}

/** `problem` is why the reader of the file could not split the row. */
export type FileRow = { readonly n: number; readonly cells: readonly string[]; readonly problem?: string }

/** A row that is not understood; `reason` is Portuguese, without the line. */
export type UnreadRow = { readonly n: number; readonly reason: string }

export type ParsedLines = {
  readonly lines: readonly StatementLine[]
  readonly unread: readonly UnreadRow[]
  readonly otherOut: { readonly count: number; readonly cents: number }
  /** Rows below the heading; sums, titles and rows without an effect are among them. */
  readonly rowCount: number
  /** Days of the sales and refunds, else of the other rows. */
  readonly days: { readonly from: string; readonly to: string }
}

/** Storing more rows takes too long. */
export const maxLines = 20_000

const maxNamed = 10

/**
 * The heading comes first; totals and notes are skipped. Returns Portuguese where there is nothing to store.
 */
export function parseLines([heading, ...body]: readonly FileRow[]): ParsedLines | string {
  const columns = findColumns(heading?.cells ?? [])
  const missing = missingColumnsText(columns)
  if (missing !== null) return missing
  if (body.length > maxLines) return `O arquivo tem mais de ${maxLines} lançamentos. Divida-o por período.`
  const rows = body.map((row) => ({ ...row, cell: cellReader(columns, row.cells) }))
  const dayColumns = ['day', 'refundDay', 'cancelDay', 'payoutDay'] as const
  const facts = {
    dayOrder: detectDayOrder(rows.flatMap(({ cell }) => dayColumns.map(cell))),
    isOfCards: namesCards(columns),
  }
  const [read, unread]: [ParsedRow[], UnreadRow[]] = [[], []]
  for (const { cell, ...row } of rows) {
    if (isRepeatedHeading(cell, heading, columns) || isNote(cell, row)) continue
    const parsed = row.problem ?? (hasMoreFields(row, heading) || parseLine(cell, row, facts))
    if (typeof parsed === 'string') unread.push({ n: row.n, reason: parsed })
    else read.push(parsed)
  }
  if (read.length === 0) return unreadText(unread)
  const lines = toMovements(read)
  const out = read.filter(({ kind }) => kind === 'other_out')
  return {
    lines,
    unread,
    otherOut: { count: out.length, cents: out.reduce((sum, { amountCents }) => sum + amountCents, 0) },
    rowCount: body.length,
    days: findDays(lines.length > 0 ? saleDays(lines) : read.map(({ day }) => day)),
  }
}

/** Names the first rows. */
function unreadText(unread: readonly UnreadRow[]): string {
  if (unread.length === 0) return 'O arquivo não tem lançamentos.'
  return unread
    .slice(0, maxNamed)
    .map(({ n, reason }) => `Linha ${n}: ${reason}.`)
    .join(' ')
}

function cellReader(columns: ColumnIndexes, cells: readonly string[]): ReadCell {
  return (name) => cleanCell(cells[columns[name] ?? -1] ?? '')
}

function isRepeatedHeading(
  cell: ReadCell,
  heading: FileRow | undefined,
  { day = -1 }: ColumnIndexes,
): boolean {
  return normalizeHeading(cell('day')) === normalizeHeading(heading?.cells[day] ?? '')
}

const totalBeginning = /^(?:sub-?\s?)?tota(?:l|is)\b/i
const totalAlone = /^(?:sub-?\s?)?tota(?:l|is)(?:\s+(?:geral|líquido|bruto|d[aeo]s?\s.*|por\s.*))?\W*$/i

/** A total or a note names no sale; a total says so, a note has no day and no amount. */
function isNote(cell: ReadCell, { cells, problem }: FileRow): boolean {
  const isTotal = (text: string) => totalBeginning.test(text)
  if (problem !== undefined || identifiers.some((name) => cell(name) !== '' && !isTotal(cell(name))))
    return false
  const hasDay = /^\d/.test(cell('day'))
  if (cells.some((text) => (hasDay ? totalAlone : totalBeginning).test(text.trim()))) return true
  return !hasDay && (['amount', 'credit', 'debit'] as const).every((name) => parseAmount(cell(name)) === null)
}

/** Returns Portuguese where the row has more fields than the heading, empty ones at the end apart. */
function hasMoreFields({ cells }: FileRow, heading: FileRow | undefined): string | false {
  const used = cells.reduce((length, text, i) => (text.trim() === '' ? length : i + 1), 0)
  return used > (heading?.cells.length ?? 0) && 'mais campos que o cabeçalho'
}

/** A cancelled sale becomes a refund, and a capture where no other row is the sale. */
function toMovements(rows: readonly ParsedRow[]): StatementLine[] {
  const sold = new Set(rows.flatMap((row) => (row.kind === 'capture' ? [saleKey(row)] : [])))
  return rows.flatMap((row): StatementLine[] => {
    const { kind, cancelDay, ...line } = row
    if (kind === 'nothing' || kind === 'other_out') return []
    if (kind !== 'cancelled') return [{ ...line, kind, undated: false }]
    const isSold = sold.has(saleKey(row))
    const day = cancelDay ?? line.day
    const refund = { ...line, day, kind: 'refund', undated: cancelDay === null && !isSold } as const
    const capture = { ...line, kind: 'capture', undated: false } as const
    return isSold ? [refund] : [capture, { ...refund, feeCents: null }]
  })
}

function saleKey(row: ParsedRow): string {
  return row.reference ?? row.orderKey ?? row.endToEndId ?? `${row.nsu}/${row.authorisationCode}`
}

/** A cancellation has the day of its sale. */
function saleDays(lines: readonly StatementLine[]): string[] {
  const sales = new Map(lines.flatMap(({ n, kind, day }) => (kind === 'capture' ? [[n, day]] : [])))
  return lines.map(({ n, day }) => sales.get(n) ?? day)
}

function findDays(days: readonly string[]) {
  const sorted = [...days].sort()
  return { from: sorted[0] ?? '', to: sorted[sorted.length - 1] ?? '' }
}
