import { formatProtocol } from '#payment/texts.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { listContests } from '../../backoffice.ts'
import { contestReasons, contestStates } from '../../states.ts'
import { contestsByIds, narrowContests } from '../store.ts'

export const contestsExport = defineExport({
  list: 'contests',
  file: 'reclamacoes',
  title: 'Reclamações',
  screen: '/staff/contests',
  level: 'supervisor',
  filters: listContests.query,
  filterTexts: ({ state }) => ({ state: state && contestStates[state].text }),
  keys: async ({ db }, { query, lots, q, period }) => [
    narrowContests(db, { q, lots, state: query.state, ...period })
      .clearSelect()
      .select(['contest.id', 'contest.opened_at as at']),
  ],
  rows: ({ db }, { ids }) => contestsByIds(db, ids),
  zone: (row) => row.time_zone,
  columns: [
    { title: 'Aberta', kind: 'dateTime', value: (row) => row.opened_at },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Protocolo', kind: 'text', value: (row) => formatProtocol({ id: row.payment_id }) },
    { title: 'Motivo', kind: 'text', value: (row) => contestReasons[row.reason].text },
    { title: 'Situação', kind: 'text', value: (row) => contestStates[row.state].text },
    { title: 'Responder até', kind: 'dateTime', value: (row) => row.answer_by_at },
    { title: 'Respondida', kind: 'dateTime', value: (row) => row.answered_at },
    { title: 'Devolvido', kind: 'money', value: (row) => row.refund_cents },
  ],
})
