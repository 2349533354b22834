import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { listBackOfficeTickets, ticketFilterTexts, ticketStatusTexts } from '../../backoffice.ts'
import { ticketTimeZone } from '../store.ts'
import { narrowTickets, ticketStatusOf } from '../backoffice/searchTickets.ts'

export const ticketsExport = defineExport({
  list: 'tickets',
  file: 'tickets',
  title: 'Tickets',
  screen: '/staff/tickets',
  level: 'supervisor',
  needsPeriod: true,
  filters: listBackOfficeTickets.query,
  filterTexts: ({ state }) => ({ state: state && ticketFilterTexts[state].text }),
  keys: async ({ db }, { query: { state }, q, lots, period, startedAt }) => {
    const list = await narrowTickets(db, { q, lots, state, ...period })
    return list === null ? [] : [list.where('ticket.created_at', '<=', startedAt)]
  },
  order: 'id',
  rows: ({ db }, { ids }) => readExportRows(db, ids),
  zone: (row) => row.time_zone,
  columns: [
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.code },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot_name },
    { title: 'Placa', kind: 'text', value: (row) => row.plate },
    { title: 'Entrada', kind: 'dateTime', value: (row) => row.entered_at },
    { title: 'Cancela', kind: 'text', value: (row) => row.gate },
    { title: 'Saída', kind: 'dateTime', value: (row) => row.exited_at },
    { title: 'Cancela de saída', kind: 'text', value: (row) => row.exit_gate },
    { title: 'Situação', kind: 'text', value: (row) => ticketStatusTexts[ticketStatusOf(row)].text },
    { title: 'Tarifa', kind: 'text', value: (row) => row.tariff_name },
    { title: 'Pago', kind: 'money', value: (row) => row.paid_cents },
    { title: 'Isento', kind: 'money', value: (row) => row.waived_cents },
    { title: 'Convênio', kind: 'money', value: () => null },
    { title: 'Substitui', kind: 'ticketCode', value: (row) => row.replaces },
  ],
})

function readExportRows(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('ticket')
    .innerJoin('lot', 'lot.id', 'ticket.lot_id')
    .innerJoin('tariff', 'tariff.id', 'ticket.tariff_id')
    .leftJoin('ticket as replaced', 'replaced.id', 'ticket.replaces_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('paid_segment')
          .whereRef('paid_segment.ticket_id', '=', 'ticket.id')
          .select([
            sql<number | null>`sum(amount_cents) filter (where source <> 'waiver')::bigint`.as('paid_cents'),
            sql<number | null>`sum(amount_cents) filter (where source = 'waiver')::bigint`.as('waived_cents'),
          ])
          .as('paid'),
      (join) => join.onTrue(),
    )
    .select(['ticket.id', 'ticket.code', 'ticket.plate', 'ticket.entered_at', 'ticket.gate'])
    .select(['ticket.exited_at', 'ticket.exit_gate', 'ticket.blocked_at', 'lot.name as lot_name'])
    .select([ticketTimeZone.as('time_zone'), 'tariff.name as tariff_name', 'replaced.code as replaces'])
    .select(['paid.paid_cents', 'paid.waived_cents'])
    .where('ticket.id', '=', anyOf(ids))
    .execute()
}
