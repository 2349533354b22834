import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { maskTaxId } from '#kit/brazil.ts'
import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { methodRow, methods } from '#payment/method/method.ts'
import { captureTermsOf } from '#payment/method/captureTerms.ts'
import { formatProtocol } from '#payment/texts.ts'
import { paymentStates } from '#payment/stateTexts.ts'
import { defineExport } from '#staff/server/exports/defineExport.ts'
import { ofEndpoint } from '#staff/server/exports/defineList.ts'
import { listTransactions } from '../../backoffice.ts'
import { keptCents } from '#payment/server/ledger/paymentMoney.ts'
import { queriesPerIndex } from '../backoffice/paymentPaging.ts'
import { decisiveAttemptJoin } from '#payment/server/views/paymentWithAttempt.ts'
import { narrowPayments } from '../backoffice/searchPayments.ts'

type Row = Awaited<ReturnType<typeof selectRows>>[number]

export const transactionsExport = defineExport({
  ...ofEndpoint(listTransactions),
  title: 'Transações',
  needsPeriod: true,
  filterTexts: ({ state, method }) => ({
    state: state === 'waiting' ? 'Em análise' : state && paymentStates[state].staff.text,
    method: method && methods[method].text,
  }),
  keys: async ({ db }, wanted) =>
    queriesPerIndex(narrowPayments(db, wanted)).map((part) => part.select('payment.created_at as at')),
  rows: ({ db }, { ids }) => selectRows(db, ids),
  columns: [
    { title: 'Protocolo', kind: 'text', value: formatProtocol },
    { title: 'Ticket', kind: 'ticketCode', value: (row) => row.ticket_code },
    { title: 'Estacionamento', kind: 'text', value: (row) => row.lot_name },
    { title: 'Destino', kind: 'text', value: (row) => captureTermsOf(row).backOfficeText ?? 'Ticket' },
    { title: 'Forma', kind: 'text', value: (row) => methodRow(row.payment_type).text },
    { title: 'Situação', kind: 'text', value: (row) => paymentStates[row.state].staff.text },
    { title: 'Valor', kind: 'money', value: (row) => row.amount_cents },
    { title: 'Mantido', kind: 'money', value: (row) => row.kept_cents },
    { title: 'Bandeira', kind: 'text', value: (row) => row.card_brand && brandDisplayName(row.card_brand) },
    { title: 'Final', kind: 'text', value: (row) => row.card_last_digits },
    { title: 'NSU', kind: 'text', value: (row) => row.nsu },
    { title: 'Autorização', kind: 'text', value: (row) => row.authorisation_code },
    { title: 'Id do Pix', kind: 'text', value: (row) => row.end_to_end_id },
    { title: 'Adquirente', kind: 'text', value: (row) => row.acquirer },
    { title: 'Criada', kind: 'dateTime', value: (row) => row.created_at },
    { title: 'Paga', kind: 'dateTime', value: (row) => row.paid_at },
    { title: 'Nome', kind: 'text', level: 'manager', value: (row) => payerOf(row).name ?? null },
    { title: 'E-mail', kind: 'text', level: 'manager', value: (row) => payerOf(row).email ?? null },
    { title: 'CPF', kind: 'text', level: 'manager', value: taxIdOf },
  ],
})

const text = z.nullish(z.string())
const payerSchema = z.object({ name: text, email: text, taxId: text })

function payerOf({ payer }: Row): z.output<typeof payerSchema> {
  return payerSchema.safeParse(payer).data ?? {}
}

function taxIdOf(row: Row): string | null {
  const { taxId } = payerOf(row)
  return taxId ? maskTaxId(taxId) : null
}

/** Payments with their decisive attempts and the centavos kept. */
function selectRows(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('payment')
    .leftJoin('lot', 'lot.id', 'payment.lot_id')
    .leftJoinLateral(decisiveAttemptJoin, (join) => join.onTrue())
    .select(['payment.id', 'payment.ticket_code', 'payment.destination', 'payment.payment_type'])
    .select(['payment.state', 'payment.amount_cents', 'payment.created_at', 'payment.paid_at'])
    .select(['payment.time_zone', 'payment.payer', 'lot.name as lot_name'])
    .select(['sale.card_brand', 'sale.card_last_digits', 'sale.nsu', 'sale.authorisation_code'])
    .select(['sale.end_to_end_id', 'sale.acquirer'])
    .select(keptCents.as('kept_cents'))
    .where('payment.id', '=', anyOf(ids))
    .execute()
}
