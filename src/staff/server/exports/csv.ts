import { formatDay } from '#kit/calendar.ts'
import { decimalReais } from '#kit/money.ts'
import { type Cell, escapeFormula } from './cells.ts'

/** A spreadsheet in Portuguese expects UTF-8 with a byte order mark, `;`, CRLF and quoted texts. */
export async function* csvFile(
  titles: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield `\ufeff${line(titles.map(quoteText))}`
  for await (const rows of batches) yield rows.map((row) => line(row.map(cellText))).join('')
}

function line(cells: readonly string[]): string {
  return `${cells.join(';')}\r\n`
}

function quoteText(text: string): string {
  return `"${escapeFormula(text).replaceAll('"', '""')}"`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  switch (cell.kind) {
    case 'text':
      return quoteText(cell.value)
    case 'number':
      return String(cell.value)
    case 'decimal':
      return Number.isInteger(cell.value) ? `${cell.value},0` : String(cell.value).replace('.', ',')
    case 'money':
      return decimalReais(cell.value).replace('.', ',')
    case 'day':
      return formatDay(cell.value)
    case 'dateTime':
      return `${formatDay(cell.value.slice(0, 10))} ${cell.value.slice(11)}`
  }
}
