import type { Column } from '#kit/web/list/Table.tsx'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import type { BackOfficeTransactionRow } from '../../backoffice.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { lotColumn, timeColumn } from '#staff/web/list/columns.ts'
import { captureTermsOf } from '#payment/method/captureTerms.ts'
import { methodRow } from '#payment/method/method.ts'
import { caseRow } from '#payment/cases.ts'
import { paymentStates } from '#payment/stateTexts.ts'
import { PaidWith } from './transactionSections.tsx'

type Columns = readonly [Column<BackOfficeTransactionRow>, ...Column<BackOfficeTransactionRow>[]]

const ticket: Column<BackOfficeTransactionRow> = {
  title: 'Ticket',
  cell: (row) => <span className={css.code}>{formatTicketCode(row.ticket)}</span>,
}
const state: Column<BackOfficeTransactionRow> = {
  title: 'Situação',
  cell: (row) => <Tag of={paymentStates[row.state].staff} />,
}

function paidWith({ card, payment_type }: BackOfficeTransactionRow): string {
  const method = methodRow(payment_type)
  return card ?? (method.instrument === 'card' ? '—' : method.text)
}

const facts: readonly Column<BackOfficeTransactionRow>[] = [
  { title: 'Valor', cell: (row) => `R$ ${row.amount.valueHuman}`, numeric: true },
  { ...timeColumn('Aberta em', 'created_at'), numeric: true },
]

export const transactionColumns: Columns = [
  ticket,
  state,
  ...facts,
  { title: 'Pago com', cell: (row) => <PaidWith payment_type={row.payment_type}>{paidWith(row)}</PaidWith> },
  {
    title: 'Tipo',
    cell: (row) => (
      <span className={css.words}>{captureTermsOf(row).backOfficeText ?? row.payment_type_desc}</span>
    ),
    wideOnly: true,
  },
  lotColumn,
]

export const reviewColumns: Columns = [
  ticket,
  state,
  {
    title: 'A resolver',
    cell: (row) =>
      row.case === null ? '—' : `${caseRow(row.case.kind).text}: R$\u00a0${row.case.amount.valueHuman}`,
  },
  ...facts,
  lotColumn,
]
