import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { isoIn } from '#kit/clock.ts'
import { text } from '#kit/fields.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { methodNames, methodRow, methods } from '#payment/method/method.ts'
import { formatProtocol } from '#payment/texts.ts'
import { periodQuery, queryFilter } from '#staff/fields.ts'
import { isWithin } from '#staff/server/localPeriod.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'

function movements(db: Db) {
  return db
    .selectFrom('ledger')
    .innerJoin('payment', 'payment.id', 'ledger.payment_id')
    .innerJoin('attempt', 'attempt.id', 'ledger.attempt_id')
    .leftJoin('lot', 'lot.id', 'payment.lot_id')
    .select(['ledger.id', 'ledger.at', 'ledger.kind', 'ledger.amount_cents', 'ledger.payment_id'])
    .select(['payment.ticket_code', 'payment.time_zone', 'payment.lot_id', 'lot.name as lot_name'])
    .select(['attempt.payment_type', 'attempt.card_brand', 'attempt.acquirer', 'attempt.nsu'])
}

type Movement = Awaited<ReturnType<ReturnType<typeof movements>['executeTakeFirstOrThrow']>>
type Row = Movement & { day: string; closing: number | null }

export const movementsExport = defineExport({
  list: 'movements',
  title: 'Movimentos',
  screen: '/staff',
  level: 'supervisor',
  needsPeriod: true,
  filters: z.extend(periodQuery, {
    method: queryFilter(z.enum(methodNames)),
    acquirer: queryFilter(text().check(z.maxLength(40))),
  }),
  filterTexts: ({ method, acquirer }) => ({ method: method && methods[method].text, acquirer }),
  keys: async ({ db }, wanted) => {
    let list = movements(db)
      .clearSelect()
      .select(['ledger.id', 'ledger.at'])
      .where(isWithin(wanted, { at: 'ledger.at', zone: 'payment.time_zone', lot: 'payment.lot_id' }))
    const { method, acquirer } = wanted
    if (method !== null) list = list.where('attempt.payment_type', '=', methods[method].wire)
    if (acquirer !== null) list = list.where('attempt.acquirer', '=', acquirer)
    return [list]
  },
  rows: async ({ db, closingNumbers }, { ids }) => {
    const found = await movements(db).where('ledger.id', '=', anyOf(ids)).execute()
    const rows = found.map((row) => ({ ...row, day: isoIn(row.time_zone, row.at).slice(0, 10) }))
    const numbers = await closingNumbers(db, rows)
    return rows.map((row): Row => ({ ...row, closing: numbers.get(row.id) ?? null }))
  },
  columns: [
    { title: 'Nº', kind: 'number', value: (row) => row.id },
    { title: 'Data', kind: 'dateTime', value: (row) => row.at },
    { title: 'Dia', kind: 'day', value: (row) => row.day },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot_name },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Protocolo', kind: 'text', value: (row) => formatProtocol({ id: row.payment_id }) },
    { title: 'Tipo', kind: 'text', value: kindText },
    { title: 'Forma', kind: 'text', value: (row) => methodRow(row.payment_type).text },
    { title: 'Bandeira', kind: 'text', value: (row) => row.card_brand && brandDisplayName(row.card_brand) },
    { title: 'Adquirente', kind: 'text', value: (row) => row.acquirer },
    { title: 'Valor', kind: 'money', value: signedCents },
    { title: 'NSU', kind: 'text', value: (row) => row.nsu },
    { title: 'Fechamento', kind: 'number', value: (row) => row.closing },
  ],
})

/** A failed refund is a refund entry with a negative amount. */
function kindText({ kind, amount_cents: cents }: Row): string {
  if (kind === 'capture') return 'Captura'
  return cents < 0 ? 'Devolução negada' : 'Devolução'
}

function signedCents({ kind, amount_cents: cents }: Row): number {
  return kind === 'capture' ? cents : -cents
}
