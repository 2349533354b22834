import { isDay, readDay } from '#kit/calendar.ts'
import { searchable } from '#kit/brazil.ts'
import { isPrintable } from '#kit/fields.ts'
import { lookUp } from '#kit/text/lookUp.ts'

/** One movement of a statement. `day` is 'YYYY-MM-DD'; `amountCents` is above 0. */
export type StatementLine = {
  /** Line of the file, counted from 1 with its heading. */
  readonly n: number
  readonly day: string
  readonly kind: 'capture' | 'refund'
  readonly amountCents: number
  readonly reference: string | null
  readonly orderKey: string | null
  readonly nsu: string | null
  readonly authorisationCode: string | null
  readonly endToEndId: string | null
}

export type Read = { readonly lines: readonly StatementLine[]; readonly problems: readonly string[] }

/** Column names in exported statements; accents and case do not matter. */
const columns = {
  day: ['data da venda', 'data da transacao', 'data do lancamento', 'data'],
  amount: ['valor bruto', 'valor da venda', 'valor da transacao', 'valor'],
  kind: ['tipo de lancamento', 'tipo', 'lancamento'],
  reference: ['paymentid', 'payment id', 'id do pagamento'],
  orderKey: ['numero do pedido', 'pedido', 'merchantorderid', 'referencia', 'txid'],
  nsu: ['nsu/doc', 'nsu', 'doc', 'comprovante'],
  authorisationCode: ['codigo de autorizacao', 'autorizacao'],
  endToEndId: ['endtoendid', 'end to end id', 'e2eid', 'id do pix', 'id da transacao pix'],
} as const

type Column = keyof typeof columns

/** Limit: more rows block the event loop too long. */
export const maxLines = 20_000

/** Problems reported at most. */
const maxProblems = 10

/** Reads the rows of a CSV, heading first. Problems name their line; with one, nothing may be stored. */
export function readLines(rows: readonly (readonly string[])[]): Read {
  const [heading = [], ...body] = rows
  const columnIndexes = columnIndexesOf(heading)
  const missing = (['day', 'amount'] as const).filter((name) => columnIndexes[name] === undefined)
  if (missing.length > 0) {
    const names = missing.map((name) => (name === 'day' ? 'Data da venda' : 'Valor bruto'))
    return { lines: [], problems: [`O arquivo não tem a coluna ${names.join(' nem a coluna ')}.`] }
  }
  const known =
    columnIndexes.reference ??
    columnIndexes.orderKey ??
    columnIndexes.endToEndId ??
    (columnIndexes.authorisationCode === undefined ? undefined : columnIndexes.nsu)
  if (known === undefined) {
    const problem =
      'O arquivo não tem a coluna Número do pedido, nem PaymentId, nem EndToEndId, nem NSU com Código de autorização.'
    return { lines: [], problems: [problem] }
  }
  if (body.length > maxLines) {
    return { lines: [], problems: [`O arquivo tem mais de ${maxLines} lançamentos. Divida-o por período.`] }
  }
  const read = body.map((row, i) => readLine((name) => row[columnIndexes[name] ?? -1]?.trim() ?? '', i + 2))
  const problems = read.flatMap((line) => (typeof line === 'string' ? [line] : []))
  const lines = read.flatMap((line) => (typeof line === 'string' ? [] : [line]))
  if (read.length === 0) return { lines, problems: ['O arquivo não tem lançamentos.'] }
  return { lines, problems: problems.slice(0, maxProblems) }
}

const identifiers = ['reference', 'orderKey', 'nsu', 'endToEndId'] as const satisfies readonly Column[]
/** Cells stored as written. */
const textColumns = [...identifiers, 'authorisationCode'] as const satisfies readonly Column[]

function columnIndexesOf(heading: readonly string[]): Partial<Record<Column, number>> {
  const names = heading.map((name) => searchable(name.replace(/^\uFEFF/, '').trim()))
  const columnIndexes: Partial<Record<Column, number>> = {}
  for (const [column, known] of Object.entries(columns)) {
    const found = known.map((name) => names.indexOf(name)).find((place) => place >= 0)
    if (found !== undefined && isColumn(column)) columnIndexes[column] = found
  }
  return columnIndexes
}

function isColumn(name: string): name is Column {
  return lookUp<unknown>(columns, name) !== undefined
}

/** The line, or its problem. */
function readLine(cell: (name: Column) => string, n: number): StatementLine | string {
  const day = readDay(cell('day').slice(0, 10))
  if (day === null || !isDay(day)) return `Linha ${n}: data inválida.`
  const amount = readAmount(cell('amount'))
  if (amount === null || amount === 0) return `Linha ${n}: valor inválido.`
  if (!textColumns.every((name) => isPrintable(cell(name)))) return `Linha ${n}: caracteres inválidos.`
  const given = (name: Column) => cell(name) || null
  if (identifiers.every((name) => given(name) === null))
    return `Linha ${n}: sem pedido, NSU, PaymentId nem EndToEndId.`
  const back = /estorno|cancel|devolu|chargeback/.test(searchable(cell('kind')))
  return {
    n,
    day,
    kind: back || amount < 0 ? 'refund' : 'capture',
    amountCents: Math.abs(amount),
    reference: given('reference'),
    orderKey: given('orderKey'),
    nsu: given('nsu'),
    authorisationCode: given('authorisationCode'),
    endToEndId: given('endToEndId'),
  }
}

/** 'R$ 1.234,56', '1234.56' and '-12,00' -> centavos; null for other texts. */
export function readAmount(text: string): number | null {
  const bare = text.replace(/^R\$/i, '').replace(/[\s\u00a0]/g, '')
  const plain = bare.includes(',') ? bare.replaceAll('.', '').replace(',', '.') : bare
  if (!/^-?\d{1,9}(\.\d{1,2})?$/.test(plain)) return null
  return Math.round(Number(plain) * 100)
}
