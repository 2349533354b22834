import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { formatProtocol } from '#payment/texts.ts'
import { wirePaymentReference } from '#review/server/backoffice/paymentDetails.ts'
import { defineList } from '#staff/server/exports/defineList.ts'
import { listDisputes, type WireDisputeRow } from '../backoffice.ts'
import { disputeKinds, disputeStates } from '../states.ts'
import { disputesByIds, type DisputeWithPayment, narrowDisputes } from './store.ts'

export const disputesList = defineList({
  endpoint: listDisputes,
  title: 'Contestações',
  filterTexts: ({ state }) => ({ state: state && disputeStates[state].text }),
  keys: async ({ db }, wanted) => [
    narrowDisputes(db, wanted).clearSelect().select(['dispute.id', 'dispute.notified_at as at']),
  ],
  rows: ({ db }, { ids }) => disputesByIds(db, ids),
  wire: wireDisputeRow,
  columns: [
    { title: 'Avisada', kind: 'dateTime', value: (row) => row.notified_at },
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

export function wireDisputeRow(row: DisputeWithPayment): WireDisputeRow {
  const iso = (at: Date) => isoIn(row.time_zone, at)
  return {
    id: row.id,
    ...wirePaymentReference(row),
    kind: row.kind,
    state: row.state,
    amount: wireMoney(row.amount_cents),
    told_at: iso(row.notified_at),
    deadline_at: row.deadline_at && iso(row.deadline_at),
  }
}
