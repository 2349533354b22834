import type { Db } from '#db/schema.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { formatProtocol } from '#payment/texts.ts'
import { isUnconfirmed } from '#payment/server/ledger/refunds.ts'
import { refundStateName } from '#payment/stateTexts.ts'
import { periodQuery } from '#staff/fields.ts'
import { findActorNames } from '#staff/server/trailNames.ts'
import { isWithin } from '#staff/server/localPeriod.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'

function refunds(db: Db) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('lot', 'lot.id', 'payment.lot_id')
    .selectAll('refund')
    .select(['payment.ticket_code', 'payment.time_zone', 'lot.name as lot_name'])
}

type Refund = Awaited<ReturnType<ReturnType<typeof refunds>['executeTakeFirstOrThrow']>>
type Row = Refund & { readonly who: string }

/** A refund belongs to the day of its request. */
export const refundsExport = defineExport({
  list: 'refunds',
  title: 'Devoluções',
  screen: '/staff',
  level: 'supervisor',
  filters: periodQuery,
  filterTexts: () => ({}),
  keys: async ({ db }, wanted) => [
    refunds(db)
      .clearSelect()
      .select(['refund.id', 'refund.asked_at as at'])
      .where(isWithin(wanted, { at: 'refund.asked_at', zone: 'payment.time_zone', lot: 'payment.lot_id' })),
  ],
  rows: async ({ db, trailNames }, { ids }) => {
    const found = await refunds(db).where('refund.id', '=', anyOf(ids)).execute()
    const actors = found.map(({ actor }) => actor)
    const whoOf = await findActorNames(db, trailNames, actors)
    return found.map((row): Row => ({ ...row, who: whoOf(row.actor) }))
  },
  columns: [
    { title: 'Pedida', kind: 'dateTime', value: (row) => row.asked_at },
    { title: 'Concluída', kind: 'dateTime', value: (row) => row.ended_at },
    { title: 'Protocolo', kind: 'text', value: (row) => formatProtocol({ id: row.payment_id }) },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot_name },
    { title: 'Valor', kind: 'money', value: (row) => row.amount_cents },
    { title: 'Situação', kind: 'text', value: stateText },
    { title: 'Motivo', kind: 'text', value: (row) => row.reason },
    { title: 'Quem', kind: 'text', value: (row) => row.who },
  ],
})

function stateText(refund: Row): string {
  return refundStateName({ state: refund.state, in_doubt: isUnconfirmed(refund) }).text
}
