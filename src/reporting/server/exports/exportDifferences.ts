import * as z from 'zod/mini'
import { fail } from '#kit/fail.ts'
import { listQuery, rowId } from '#kit/fields.ts'
import { protocolOf } from '#payment/texts.ts'
import { filter, listFilters } from '#staff/fields.ts'
import { registerZone } from '#staff/server/lists.ts'
import { exportOf } from '#staff/server/exports/exportOf.ts'
import { comparison, standings } from '../../reconciliation.ts'
import { type Compared, allCompared } from '../reconciliation/compare.ts'
import { statementById } from '../reconciliation/store.ts'

export const differencesExport = exportOf({
  list: 'differences',
  file: 'conciliacao',
  title: 'Conciliação',
  screen: '/staff/reconciliation',
  level: 'manager',
  allLots: true,
  filters: z.extend(listQuery, {
    from: listFilters.from,
    until: listFilters.until,
    statement: rowId,
    standing: filter(comparison),
  }),
  words: ({ statement, standing }) => ({
    statement: `nº ${statement}`,
    standing: standing && standings[standing],
  }),
  all: async ({ db }, { query: { statement, standing } }) => {
    if (!(await statementById(db, statement))) throw fail('not_found')
    return allCompared(db, { id: statement, standing })
  },
  zone: () => registerZone,
  columns: [
    { title: 'Dia', kind: 'day', value: (row: Compared) => row.day },
    { title: 'Situação', kind: 'text', value: (row) => standings[row.standing] },
    { title: 'Tipo', kind: 'text', value: (row) => (row.kind === 'capture' ? 'Venda' : 'Estorno') },
    { title: 'No extrato', kind: 'money', value: (row) => row.said },
    { title: 'No Guichê', kind: 'money', value: (row) => row.known },
    { title: 'Protocolo', kind: 'text', value: protocol },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Nota', kind: 'text', value: (row) => row.note },
  ],
})

function protocol({ payment_id: id }: Compared): string | null {
  return id === null ? null : protocolOf({ id })
}
