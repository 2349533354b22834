import { sql } from 'kysely'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { defineList, ofEndpoint } from '#staff/server/exports/defineList.ts'
import { listClosings } from '../../backoffice.ts'
import { totalTexts } from '../../totals.ts'
import { closingsByIds, type ClosingWithLines, findLines, narrowClosings, withLines } from '../store.ts'
import { wireClosingRow } from '../view.ts'
import { lineColumns } from './lineColumns.ts'

const at = sql<Date>`closing.day::timestamp at time zone 'UTC'`.as('at')

export const closingsList = defineList({
  endpoint: listClosings,
  title: 'Fechamentos',
  filterTexts: () => ({}),
  keys: async ({ db }, wanted) => [narrowClosings(db, wanted).clearSelect().select(['closing.id', at])],
  rows: async ({ db }, { ids }) => withLines(db, await closingsByIds(db, ids)),
  wire: wireClosingRow,
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
  ...ofEndpoint(listClosings),
  list: 'closing_lines',
  title: 'Linhas de fechamento',
  filterTexts: () => ({}),
  keys: async ({ db }, wanted) => [
    narrowClosings(db, wanted)
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
  columns: lineColumns,
})
