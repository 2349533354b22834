import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { wireMoney } from '#kit/money.ts'
import type { VisibleLots } from '#session/server/caller.ts'
import { cellOf, type Column } from '#staff/server/exports/cells.ts'
import { csvFile } from '#staff/server/exports/csv.ts'
import { isInLots } from '#staff/server/member.ts'

/** Centavos. `share` is the per cent of what was granted that the shop owes. */
type StatementLine = {
  readonly benefit: string
  readonly share: number
  readonly count: number
  readonly granted: number
  readonly owed: number
}

/** Of the validations fixed in a month ('2026-11'), each by its own zone's clock, in the order of the benefits. */
export async function readStatementLines(
  db: Db,
  {
    partnerId,
    month,
    lots,
  }: { readonly partnerId: number; readonly month: string; readonly lots: VisibleLots },
): Promise<readonly StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select text as benefit, share, count(*)::int as count, sum(granted_cents)::bigint as granted,
      sum(owed_cents)::bigint as owed
    from validation
    where partner_id = ${partnerId} and ${isInLots(lots, sql`lot_id`)}
      and fixed_at >= ${`${month}-01`}::date - interval '1 day'
      and to_char(fixed_at at time zone time_zone, 'YYYY-MM') = ${month}
    group by benefit_id, text, share order by benefit_id, text, share desc`.execute(db)
  return rows
}

/** Centavos. */
export function sumStatement(lines: readonly StatementLine[]) {
  const sum = (name: 'count' | 'granted' | 'owed') => lines.reduce((all, line) => all + line[name], 0)
  return { count: sum('count'), granted: sum('granted'), owed: sum('owed') }
}

export function wireStatementSums({
  count,
  granted,
  owed,
}: Pick<StatementLine, 'count' | 'granted' | 'owed'>) {
  return { count, granted: wireMoney(granted), owed: wireMoney(owed) }
}

const columns: readonly Column<StatementLine>[] = [
  { title: 'Benefício', kind: 'text', value: (line) => line.benefit },
  { title: 'Parte da loja (%)', kind: 'number', value: (line) => line.share },
  { title: 'Quantidade', kind: 'number', value: (line) => line.count },
  { title: 'Concedido', kind: 'money', value: (line) => line.granted },
  { title: 'A cobrar', kind: 'money', value: (line) => line.owed },
]

export const statementTitles = columns.map(({ title }) => title)

/** For a CSV or Excel file. */
export function statementCells(lines: readonly StatementLine[]) {
  return lines.map((line) => columns.map((column) => cellOf(column, line, 'UTC')))
}

export async function statementCsv(lines: readonly StatementLine[]): Promise<Buffer> {
  let content = ''
  for await (const chunk of csvFile(statementTitles, [statementCells(lines)])) content += chunk
  return Buffer.from(content)
}
