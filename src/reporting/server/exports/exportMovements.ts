import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { isoIn } from '#kit/clock.ts'
import { listQuery, text } from '#kit/fields.ts'
import { methodNames, methodRow, methods } from '#payment/method/method.ts'
import { formatProtocol } from '#payment/texts.ts'
import { queryFilter, listFilters } from '#staff/fields.ts'
import { inPeriod } from '#staff/server/localPeriod.ts'
import { isInLots } from '#staff/server/member.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { isInBatch } from '#staff/server/exports/readBatches.ts'

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
  file: 'movimentos',
  title: 'Movimentos',
  screen: '/staff',
  level: 'supervisor',
  needsPeriod: true,
  filters: z.extend(listQuery, {
    ...listFilters,
    method: queryFilter(z.enum(methodNames)),
    acquirer: queryFilter(text().check(z.maxLength(40))),
  }),
  filterTexts: ({ method, acquirer }) => ({ method: method && methods[method].text, acquirer }),
  keys: async ({ db }, { query, lots, period }) => {
    let list = movements(db)
      .clearSelect()
      .select(['ledger.id', 'ledger.at'])
      .where(inPeriod(period, sql.ref('ledger.at'), sql.ref('payment.time_zone')))
      .where(isInLots(lots, sql.ref('payment.lot_id')))
    if (query.method !== null) list = list.where('attempt.payment_type', '=', methods[query.method].wire)
    if (query.acquirer !== null) list = list.where('attempt.acquirer', '=', query.acquirer)
    return [list]
  },
  rows: async ({ db, closingNumbers }, batch) => {
    const found = await movements(db)
      .where(isInBatch(batch, 'ledger.at', 'ledger.id'))
      .execute()
    const rows = found.map((row) => ({ ...row, day: isoIn(row.time_zone, row.at).slice(0, 10) }))
    const numbers = await closingNumbers(db, rows)
    return rows.map((row): Row => ({ ...row, closing: numbers.get(row.id) ?? null }))
  },
  zone: (row) => row.time_zone,
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
