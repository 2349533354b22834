import type { Column } from '#kit/web/list/Table.tsx'
import { groupCode } from '#checkout/groupCode.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import type { BackOfficeTransactionRow } from '../../backoffice.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { termsOf } from '#payment/method/captureTerms.ts'
import { methodRow } from '#payment/method/method.ts'
import { caseRow } from '#payment/cases.ts'
import { paymentStates } from '#payment/states.ts'
import { PaidWith } from './sections.tsx'

type Columns = readonly [Column<BackOfficeTransactionRow>, ...Column<BackOfficeTransactionRow>[]]

const ticket: Column<BackOfficeTransactionRow> = {
  title: 'Ticket',
  cell: (row) => <span className={css.code}>{groupCode(row.ticket)}</span>,
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
  { title: 'Aberta em', cell: (row) => dateTimeText(row.created_at, row.time_zone), numeric: true },
  { title: 'Pago com', cell: (row) => <PaidWith payment_type={row.payment_type}>{paidWith(row)}</PaidWith> },
]
const lot: Column<BackOfficeTransactionRow> = {
  title: 'Estacionamento',
  cell: (row) => row.lot ?? '—',
  wideOnly: true,
}

export const transactionColumns: Columns = [
  ticket,
  state,
  ...facts,
  {
    title: 'Tipo',
    cell: (row) => <span className={css.words}>{termsOf(row).backOfficeText ?? row.payment_type_desc}</span>,
    wideOnly: true,
  },
  lot,
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
  lot,
]
