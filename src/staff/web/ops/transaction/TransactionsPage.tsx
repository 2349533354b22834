import { Filter } from '#kit/web/list/Filter.tsx'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { listDeskTransactions } from '../../../ops/transactionContract.ts'
import { StaffPage } from '../../frame/StaffPage.tsx'
import { DayFilter } from '../DayFilter.tsx'
import { LotFilter } from '../LotFilter.tsx'
import css from '../Ops.module.css'
import { deskNames, paymentStates } from '#payment/states.ts'
import { choicesOf } from '../stateTexts.ts'
import { transactionColumns } from './columns.tsx'

/** Card payments: found by whatever the driver can read out. */
export default function TransactionsPage() {
  return (
    <StaffPage title="Transações">
      <Transactions />
    </StaffPage>
  )
}

function Transactions() {
  const list = usePagedList(listDeskTransactions, { filters: ['lot_id', 'state', 'from', 'until'] })
  return (
    <PagedList
      list={list}
      label="Transações"
      failed="Não foi possível carregar as transações"
      search="Ticket, placa, NSU ou final do cartão"
      filters={
        <div className={css.filters}>
          <LotFilter />
          <Filter name="state" label="Situação" choices={choicesOf(deskNames(paymentStates))} all="Todas" />
          <DayFilter name="from" label="Desde" />
          <DayFilter name="until" label="Até" />
        </div>
      }
      empty={{ icon: 'card', title: 'Nenhuma transação', text: 'Os pagamentos com cartão aparecem aqui.' }}
      keyOf={(row) => row.id}
      href={(row) => hrefTo('staff.transaction', { params: { token: row.id } })}
      columns={transactionColumns}
    />
  )
}
