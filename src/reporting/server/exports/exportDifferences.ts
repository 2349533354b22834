import * as z from 'zod/mini'
import { fail } from '#kit/fail.ts'
import { listQuery, rowId } from '#kit/fields.ts'
import { formatProtocol } from '#payment/texts.ts'
import { queryFilter, listFilters } from '#staff/fields.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { matchStatus, matchStatusTexts, movementTexts } from '../../reconciliation.ts'
import { type ComparedRow, findAllCompared } from '../reconciliation/comparedRows.ts'
import { statementById } from '../reconciliation/store.ts'

export const differencesExport = defineExport({
  list: 'differences',
  title: 'Conciliação',
  screen: '/staff/reconciliation',
  level: 'manager',
  allLots: true,
  filters: z.extend(listQuery, {
    from: listFilters.from,
    until: listFilters.until,
    statement: rowId,
    standing: queryFilter(matchStatus),
  }),
  filterTexts: ({ statement, standing }) => ({
    statement: `nº ${statement}`,
    standing: standing && matchStatusTexts[standing],
  }),
  all: async ({ db }, { statement, standing }) => {
    if (!(await statementById(db, statement))) throw fail('not_found')
    return findAllCompared(db, { id: statement, standing })
  },
  columns: [
    { title: 'Dia', kind: 'day', value: (row: ComparedRow) => row.day },
    { title: 'Situação', kind: 'text', value: (row) => matchStatusTexts[row.standing] },
    { title: 'Tipo', kind: 'text', value: (row) => row.kind && movementTexts[row.kind] },
    { title: 'No extrato', kind: 'money', value: (row) => row.statement_cents },
    { title: 'No Guichê', kind: 'money', value: (row) => row.ledger_cents },
    {
      title: 'Protocolo',
      kind: 'text',
      value: ({ payment_id: id }) => (id === null ? null : formatProtocol({ id })),
    },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Nota', kind: 'text', value: (row) => row.note },
  ],
})
