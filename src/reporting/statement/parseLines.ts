import { isPrintable } from '#kit/fields.ts'
import { type StatementColumn, findColumns, normalizeHeading, missingColumnsText } from './columns.ts'
import { parseAmount } from './parseAmount.ts'
import { parseDay } from './parseDay.ts'
import { parseRowKind, type RowKind } from './parseRowKind.ts'

type SaleId = 'reference' | 'orderKey' | 'nsu' | 'authorisationCode' | 'endToEndId'

/** `n` counts file lines from 1, `day` is 'YYYY-MM-DD', `amountCents` is above 0. */
export type StatementLine = Readonly<Record<SaleId, string | null>> & {
  readonly n: number
  readonly day: string
  readonly kind: 'capture' | 'refund'
  readonly amountCents: number
  /** The refund has the sale's day, because the file has no other. */
  readonly undated: boolean
  /** 0 or above; null where the file does not say. */
  readonly feeCents: number | null
  readonly payoutDay: string | null
}

export type CsvRow = { readonly n: number; readonly cells: readonly string[] }
type ParsedLines = { readonly lines: readonly StatementLine[]; readonly problems: readonly string[] }

/** Parsing more rows blocks the event loop too long. */
export const maxLines = 20_000

const maxProblems = 10

/** The heading comes first; totals and notes are skipped. With a problem, nothing may be stored. */
export function parseLines([heading, ...body]: readonly CsvRow[]): ParsedLines {
  const columns = findColumns(heading?.cells ?? [])
  const missing = missingColumnsText(columns)
  if (missing !== null) return { lines: [], problems: [missing] }
  if (body.length > maxLines) {
    return { lines: [], problems: [`O arquivo tem mais de ${maxLines} lançamentos. Divida-o por período.`] }
  }
  const read = body.flatMap(({ n, cells }) => {
    const cell = (name: StatementColumn) => cleanCell(cells[columns[name] ?? -1] ?? '')
    const isHeading =
      normalizeHeading(cell('day')) === normalizeHeading(heading?.cells[columns.day ?? -1] ?? '')
    return isHeading || isTotalRow(cell, cells) ? [] : [parseLine(cell, n)]
  })
  const problems = read.flatMap((line) => (typeof line === 'string' ? [line] : []))
  const lines = toMovements(read.flatMap((line) => (typeof line === 'string' ? [] : [line])))
  if (read.length === 0) return { lines, problems: ['O arquivo não tem lançamentos.'] }
  return { lines, problems: problems.slice(0, maxProblems) }
}

const identifiers = ['reference', 'orderKey', 'txid', 'nsu', 'endToEndId'] as const
const textColumns = [...identifiers, 'authorisationCode'] as const

/** Strips what spreadsheets add (`="0012"`, `'0012`); '' for a dash. */
function cleanCell(cell: string): string {
  const text = cell.trim()
  const bare = /^="(.*)"$/.exec(text)?.[1] ?? text.replace(/^'/, '')
  return /^(?:[-\u2010-\u2015]+|n\/[ad])$/i.test(bare.trim()) ? '' : bare.trim()
}

const totalPattern = /^(?:sub-?\s?)?tota(?:l|is)\b/i

/** A total names no sale, and has no day or says 'Total'. */
function isTotalRow(cell: (name: StatementColumn) => string, cells: readonly string[]): boolean {
  if (identifiers.some((name) => cell(name) !== '' && !totalPattern.test(cell(name)))) return false
  return !/^\d/.test(cell('day')) || cells.some((text) => totalPattern.test(text.trim()))
}

type ParsedRow = Omit<StatementLine, 'kind' | 'undated'> & { kind: RowKind; cancelDay: string | null }

function parseLine(cell: (name: StatementColumn) => string, n: number): ParsedRow | string {
  const amount = parseAmount(cell('amount'))
  const kind = parseRowKind({ kind: cell('kind'), status: cell('status'), isNegative: (amount ?? 0) < 0 })
  const cancelledOn = cell('cancelDay')
  const cancelDay = cancelledOn === '' ? null : parseDay(cancelledOn)
  const refundDay = kind === 'refund' ? cancelledOn || cell('refundDay') : ''
  const day = parseDay(refundDay || cell('day'))
  if (day === null || (kind === 'cancelled' && cancelledOn !== '' && cancelDay === null))
    return `Linha ${n}: data inválida.`
  if (kind !== 'nothing' && (amount === null || amount === 0)) return `Linha ${n}: valor inválido.`
  if (!textColumns.every((name) => isPrintable(cell(name)))) return `Linha ${n}: caracteres inválidos.`
  const fee = parseAmount(cell('fee'))
  const given = (name: StatementColumn) => cell(name) || null
  if (identifiers.every((name) => given(name) === null))
    return `Linha ${n}: sem pedido, NSU, PaymentId nem EndToEndId.`
  return {
    n,
    day,
    cancelDay,
    kind,
    amountCents: Math.abs(amount ?? 0),
    reference: given('reference'),
    orderKey: given('orderKey') ?? given('txid'),
    nsu: given('nsu'),
    authorisationCode: given('authorisationCode'),
    endToEndId: given('endToEndId'),
    // Files write a fee with or without a minus.
    feeCents: fee && Math.abs(fee),
    payoutDay: parseDay(cell('payoutDay')),
  }
}

/** A cancelled sale becomes a refund, and a capture where no other row is the sale. */
function toMovements(rows: readonly ParsedRow[]): StatementLine[] {
  const sold = new Set(rows.flatMap((row) => (row.kind === 'capture' ? [saleKey(row)] : [])))
  return rows.flatMap((row): StatementLine[] => {
    const { kind, cancelDay, ...line } = row
    if (kind === 'nothing') return []
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
