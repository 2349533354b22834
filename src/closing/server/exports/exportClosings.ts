import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import { exportOf } from '#staff/server/exports/exportOf.ts'
import { registerZone } from '#staff/server/lists.ts'
import { listClosings } from '../../backoffice.ts'
import { type ClosingTotals, sumTexts } from '../../totals.ts'
import { closingsByIds, closingsWithin, lineRows, linesOf, totalsOfRow } from '../store.ts'
import { lineColumns } from './lineColumns.ts'

const common = {
  screen: '/staff/closings',
  level: 'supervisor',
  needsPeriod: false,
  filters: listClosings.query,
  words: () => ({}),
} as const

const at = sql<Date>`closing.day::timestamp at time zone 'UTC'`.as('at')

async function namedClosings(db: Db, ids: readonly number[]) {
  const names = new Map((await lotNames(db)).map(({ id, name }) => [id, name]))
  const rows = await closingsByIds(db, ids)
  return new Map(rows.map((row) => [row.id, { ...row, lot: names.get(row.lot_id) ?? '' }]))
}

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
    const closings = await namedClosings(db, ids)
    return new Map(
      [...closings].map(([id, row]) => [id, { ...row, totals: totalsOfRow(row, lines.get(id) ?? []) }]),
    )
  },
  zone: (row) => row.time_zone,
  columns: [
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Nº', kind: 'number', value: (row) => row.number },
    { title: 'Dia', kind: 'day', value: (row) => row.day },
    ...sumTexts.map(([sum, title]) => ({
      title,
      kind: 'money' as const,
      value: ({ totals }: { totals: ClosingTotals }) => totals[sum],
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
    const ofLines = lines.map(({ closingId }) => closingId)
    const closings = await namedClosings(db, ofLines)
    return new Map(
      lines.flatMap((line) => {
        const closing = closings.get(line.closingId)
        if (!closing) return []
        const { lot, number, day } = closing
        return [[line.id, { ...line, lot, number, day }]]
      }),
    )
  },
  zone: () => registerZone,
  columns: lineColumns,
})
