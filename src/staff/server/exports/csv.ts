import { dayText } from '#kit/calendar.ts'
import { decimalReais } from '#kit/money.ts'
import { type Cell, guardFormula } from './cells.ts'

/** For a Portuguese spreadsheet: UTF-8 with a byte order mark, `;`, CRLF, quoted texts. */
export async function* csvFile(
  titles: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield `\ufeff${line(titles.map(quoted))}`
  for await (const rows of batches) yield rows.map((row) => line(row.map(written))).join('')
}

function line(cells: readonly string[]): string {
  return `${cells.join(';')}\r\n`
}

function quoted(text: string): string {
  return `"${guardFormula(text).replaceAll('"', '""')}"`
}

function written(cell: Cell): string {
  if (cell === null) return ''
  switch (cell.kind) {
    case 'text':
      return quoted(cell.value)
    case 'number':
      return String(cell.value)
    case 'decimal':
      return Number.isInteger(cell.value) ? `${cell.value},0` : String(cell.value).replace('.', ',')
    case 'money':
      return decimalReais(cell.value).replace('.', ',')
    case 'day':
      return dayText(cell.value)
    case 'dateTime':
      return `${dayText(cell.value.slice(0, 10))} ${cell.value.slice(11)}`
  }
}
