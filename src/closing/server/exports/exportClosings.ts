import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { lotNames } from '#parking/server/flow/lotNames.ts'
import type { Lots } from '#session/server/caller.ts'
import { withinLots } from '#staff/server/member.ts'
import { exportOf } from '#staff/server/exports/exportOf.ts'
import { registerZone } from '#staff/server/lists.ts'
import { listClosings } from '../../backoffice.ts'
import { closingsByIds, lineRows, linesOf, totalsOfRow } from '../store.ts'
import { lineColumns } from './lineColumns.ts'

const common = {
  screen: '/staff/closings',
  level: 'supervisor',
  needsPeriod: false,
  filters: listClosings.query,
  words: () => ({}),
} as const

const at = sql<Date>`closing.day::timestamp at time zone 'UTC'`.as('at')

type Wanted = { lots: Lots; query: { from: string | null; until: string | null } }

function within({ lots, query: { from, until } }: Wanted): RawBuilder<boolean> {
  return sql`${withinLots(lots, sql.ref('closing.lot_id'))} and (${from}::date is null or closing.day >= ${from}::date)
    and (${until}::date is null or closing.day <= ${until}::date)`
}

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
  keys: async ({ db }, wanted) => [db.selectFrom('closing').select(['closing.id', at]).where(within(wanted))],
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
    { title: 'Bruto', kind: 'money', value: ({ totals }) => totals.gross },
    { title: 'Devolvido', kind: 'money', value: ({ totals }) => totals.refunded },
    { title: 'Líquido', kind: 'money', value: ({ totals }) => totals.net },
    { title: 'Máquinas', kind: 'money', value: ({ totals }) => totals.machine },
    { title: 'Balcão', kind: 'money', value: ({ totals }) => totals.till },
    { title: 'Atrasados', kind: 'money', value: ({ totals }) => totals.late },
    { title: 'Ajustes', kind: 'money', value: ({ totals }) => totals.adjusted },
    { title: 'Total', kind: 'money', value: ({ totals }) => totals.total },
  ],
})

export const closingLinesExport = exportOf({
  ...common,
  list: 'closing_lines',
  file: 'linhas-de-fechamento',
  title: 'Linhas de fechamento',
  keys: async ({ db }, wanted) => [
    db
      .selectFrom('closing_line')
      .innerJoin('closing', 'closing.id', 'closing_line.closing_id')
      .select(['closing_line.id', at])
      .where(within(wanted)),
  ],
  rows: async ({ db }, { ids }) => {
    const lines = await lineRows(db, 'id', ids)
    const closings = await namedClosings(
      db,
      lines.map(({ closingId }) => closingId),
    )
    return new Map(
      lines.flatMap((line) => {
        const closing = closings.get(line.closingId)
        return closing
          ? [[line.id, { ...line, lot: closing.lot, number: closing.number, day: closing.day }]]
          : []
      }),
    )
  },
  zone: () => registerZone,
  columns: lineColumns,
})
