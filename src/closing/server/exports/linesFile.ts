import { cellOf } from '#staff/server/exports/cells.ts'
import { csvFile } from '#staff/server/exports/csv.ts'
import type { MailFile } from '#kit/server/mail/mailer.ts'
import type { ClosingLine } from '../../document.ts'
import type { ClosingRow } from '../store.ts'
import { lineColumns } from './lineColumns.ts'

export async function linesFile(
  { number, day, time_zone: zone }: ClosingRow,
  lines: readonly ClosingLine[],
  lot: string,
): Promise<MailFile> {
  const rows = lines.map((line) =>
    lineColumns.map((column) => cellOf(column, { ...line, lot, number, day }, zone)),
  )
  const batches = async function* () {
    yield rows
  }
  const titles = lineColumns.map(({ title }) => title)
  let content = ''
  for await (const chunk of csvFile(titles, batches())) content += chunk
  return {
    name: `fechamento-${number}-${day}.csv`,
    type: 'text/csv; charset=utf-8; header=present',
    content: Buffer.from(content),
  }
}
