import { sql } from 'kysely'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { operatorTimeZone } from '#staff/server/lists.ts'
import { listClosings } from '../../backoffice.ts'
import { totalTexts } from '../../totals.ts'
import { closingsByIds, type ClosingWithLines, findLines, narrowClosings, withLines } from '../store.ts'
import { lineColumns } from './lineColumns.ts'

const sharedOptions = {
  screen: '/staff/closings',
  level: 'supervisor',
  filters: listClosings.query,
  filterTexts: () => ({}),
} as const

const at = sql<Date>`closing.day::timestamp at time zone 'UTC'`.as('at')

export const closingsExport = defineExport({
  ...sharedOptions,
  list: 'closings',
  file: 'fechamentos',
  title: 'Fechamentos',
  keys: async ({ db }, { lots, query }) => [
    narrowClosings(db, { ...query, lots })
      .clearSelect()
      .select(['closing.id', at]),
  ],
  rows: async ({ db }, { ids }) => withLines(db, await closingsByIds(db, ids)),
  zone: (row) => row.time_zone,
  columns: [
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Nº', kind: 'number', value: (row) => row.number },
    { title: 'Dia', kind: 'day', value: (row) => row.day },
    ...totalTexts.map(([sum, title]) => ({
      title,
      kind: 'money' as const,
      value: ({ totals }: ClosingWithLines) => totals[sum],
    })),
  ],
})

export const closingLinesExport = defineExport({
  ...sharedOptions,
  list: 'closing_lines',
  file: 'linhas-de-fechamento',
  title: 'Linhas de fechamento',
  keys: async ({ db }, { lots, query }) => [
    narrowClosings(db, { ...query, lots })
      .innerJoin('closing_line', 'closing_line.closing_id', 'closing.id')
      .clearSelect()
      .select(['closing_line.id', at]),
  ],
  rows: async ({ db }, { ids }) => {
    const lines = await findLines(db, 'id', ids)
    const ofLines = lines.map(({ closing_id: id }) => id)
    const closings = new Map((await closingsByIds(db, ofLines)).map((row) => [row.id, row]))
    return lines.flatMap((line) => {
      const closing = closings.get(line.closing_id)
      return closing ? [{ ...line, lot: closing.lot, number: closing.number, day: closing.day }] : []
    })
  },
  zone: () => operatorTimeZone,
  columns: lineColumns,
})
