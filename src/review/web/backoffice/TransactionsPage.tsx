import { CallList } from '#kit/web/list/PagedList.tsx'
import { Filter } from '#kit/web/list/Filter.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { listTransactions } from '../../backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { ExportLinks } from '#staff/web/backoffice/ExportLinks.tsx'
import { DayFilter } from '#staff/web/backoffice/DayFilter.tsx'
import { LotFilter } from '#parking/web/backoffice/LotFilter.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { choicesOf } from '#staff/web/backoffice/Tag.tsx'
import { methodNames, methods } from '#payment/method/method.ts'
import { backOfficeNames, paymentStates } from '#payment/states.ts'
import { transactionColumns } from './columns.tsx'

const methodChoices = methodNames.map((value) => ({ value, text: methods[value].text }))

export default function TransactionsPage() {
  return (
    <StaffPage title="Transações">
      <CallList
        endpoint={listTransactions}
        narrowedBy={['lot_id', 'state', 'method', 'from', 'until']}
        label="Transações"
        failed="Não foi possível carregar as transações"
        search="Ticket, placa, cartão, NSU, id do Pix, nome, e-mail ou CPF"
        filters={
          <div className={css.filters}>
            <LotFilter />
            <Filter
              name="state"
              label="Situação"
              choices={choicesOf(backOfficeNames(paymentStates))}
              all="Todas"
            />
            <Filter name="method" label="Forma" choices={methodChoices} all="Todas" />
            <DayFilter name="from" label="Desde" />
            <DayFilter name="until" label="Até" />
            <ExportLinks list="transactions" />
          </div>
        }
        empty={{
          icon: 'card',
          title: 'Nenhuma transação',
          text: 'Os pagamentos com cartão e Pix aparecem aqui.',
        }}
        keyOf={(row) => row.id}
        href={(row) => hrefTo('staff.transaction', { params: { token: row.id } })}
        columns={transactionColumns}
      />
    </StaffPage>
  )
}
