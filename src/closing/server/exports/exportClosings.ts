import { sql } from 'kysely'
import { exportOf } from '#staff/server/exports/exportOf.ts'
import { registerZone } from '#staff/server/lists.ts'
import { listClosings } from '../../backoffice.ts'
import { type ClosingTotals, sumTexts } from '../../totals.ts'
import { type ClosingRow, closingsByIds, closingsWithin, lineRows, linesOf, totalsOfRow } from '../store.ts'
import { lineColumns } from './lineColumns.ts'

const common = {
  screen: '/staff/closings',
  level: 'supervisor',
  filters: listClosings.query,
  words: () => ({}),
} as const

type Row = ClosingRow & { readonly totals: ClosingTotals }

const at = sql<Date>`closing.day::timestamp at time zone 'UTC'`.as('at')

export const closingsExport = exportOf({
  ...common,
  list: 'closings',
  file: 'fechamentos',
  title: 'Fechamentos',
  keys: async ({ db }, { lots, query }) => [
    closingsWithin(db, { ...query, lots })
      .clearSelect()
      .select(['closing.id', at]),
  ],
  rows: async ({ db }, { ids }) => {
    const lines = await linesOf(db, ids)
    const closings = await closingsByIds(db, ids)
    return closings.map((row) => ({ ...row, totals: totalsOfRow(row, lines.get(row.id) ?? []) }))
  },
  zone: (row) => row.time_zone,
  columns: [
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Nº', kind: 'number', value: (row) => row.number },
    { title: 'Dia', kind: 'day', value: (row) => row.day },
    ...sumTexts.map(([sum, title]) => ({
      title,
      kind: 'money' as const,
      value: ({ totals }: Row) => totals[sum],
    })),
  ],
})

export const closingLinesExport = exportOf({
  ...common,
  list: 'closing_lines',
  file: 'linhas-de-fechamento',
  title: 'Linhas de fechamento',
  keys: async ({ db }, { lots, query }) => [
    closingsWithin(db, { ...query, lots })
      .innerJoin('closing_line', 'closing_line.closing_id', 'closing.id')
      .clearSelect()
      .select(['closing_line.id', at]),
  ],
  rows: async ({ db }, { ids }) => {
    const lines = await lineRows(db, 'id', ids)
    const ofLines = lines.map(({ closing_id: id }) => id)
    const closings = new Map((await closingsByIds(db, ofLines)).map((row) => [row.id, row]))
    return lines.flatMap((line) => {
      const closing = closings.get(line.closing_id)
      return closing ? [{ ...line, lot: closing.lot, number: closing.number, day: closing.day }] : []
    })
  },
  zone: () => registerZone,
  columns: lineColumns,
})
