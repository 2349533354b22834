import { formatProtocol } from '#payment/texts.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { listDisputes } from '../../backoffice.ts'
import { disputeKinds, disputeStates } from '../../states.ts'
import { disputesByIds, narrowDisputes } from '../store.ts'

export const disputesExport = defineExport({
  list: 'disputes',
  file: 'contestacoes',
  title: 'Contestações',
  screen: '/staff/disputes',
  level: 'supervisor',
  filters: listDisputes.query,
  filterTexts: ({ state }) => ({ state: state && disputeStates[state].text }),
  keys: async ({ db }, { query, lots, q, period }) => [
    narrowDisputes(db, { q, lots, state: query.state, ...period })
      .clearSelect()
      .select(['dispute.id', 'dispute.told_at as at']),
  ],
  rows: ({ db }, { ids }) => disputesByIds(db, ids),
  zone: (row) => row.time_zone,
  columns: [
    { title: 'Avisada', kind: 'dateTime', value: (row) => row.told_at },
    { title: 'Prazo', kind: 'dateTime', value: (row) => row.deadline_at },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Protocolo', kind: 'text', value: (row) => formatProtocol({ id: row.payment_id }) },
    { title: 'Tipo', kind: 'text', value: (row) => disputeKinds[row.kind] },
    { title: 'Situação', kind: 'text', value: (row) => disputeStates[row.state].text },
    { title: 'Valor', kind: 'money', value: (row) => row.amount_cents },
    { title: 'ECI', kind: 'text', value: (row) => row.eci },
    { title: 'Motivo', kind: 'text', value: (row) => row.text },
  ],
})
