import { dayMs, isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import { formatProtocol } from '#payment/texts.ts'
import { wirePaymentReference } from '#review/server/backoffice/paymentDetails.ts'
import { defineList } from '#staff/server/exports/defineList.ts'
import { listContests, type WireContestRow } from '../backoffice.ts'
import { contestReasons, contestStates } from '../states.ts'
import { contestsByIds, type ContestWithPayment, narrowContests } from './store.ts'

export const contestsList = defineList({
  endpoint: listContests,
  title: 'Reclamações',
  filterTexts: ({ state }) => ({ state: state && contestStates[state].text }),
  keys: async ({ db }, wanted) => [
    narrowContests(db, wanted).clearSelect().select(['contest.id', 'contest.opened_at as at']),
  ],
  screenOrder: 'oldest',
  rows: ({ db }, { ids }) => contestsByIds(db, ids),
  wire: wireContestRow,
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

export function wireContestRow(row: ContestWithPayment, now: Date): WireContestRow {
  const iso = (at: Date) => isoIn(row.time_zone, at)
  const leftMs = row.answer_by_at.getTime() - now.getTime()
  return {
    id: row.id,
    ...wirePaymentReference(row),
    reason: row.reason,
    state: row.state,
    opened_at: iso(row.opened_at),
    answer_by: iso(row.answer_by_at),
    days_left: row.state === 'open' ? Math.ceil(leftMs / dayMs) : null,
    answered_at: row.answered_at && iso(row.answered_at),
    refunded: row.refund_cents > 0 ? wireMoney(row.refund_cents) : null,
  }
}
