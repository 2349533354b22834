import { hrefTo } from '#kit/web/route/routes.ts'
import { methodNames, methods } from '#payment/method/method.ts'
import { backOfficeNames, paymentStates } from '#payment/stateTexts.ts'
import { byChoice, byLot, byPeriod, byState } from '#staff/web/list/filters.tsx'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listTransactions } from '../../backoffice.ts'
import { transactionColumns } from './transactionColumns.tsx'

const methodChoices = methodNames.map((value) => ({ value, text: methods[value].text }))

export default function TransactionsPage() {
  return (
    <ListPage
      title="Transações"
      endpoint={listTransactions}
      nouns={['transação', 'transações']}
      summed
      failed="Não foi possível carregar as transações"
      search="Ticket, placa, cartão, NSU, id do Pix, nome, e-mail ou CPF"
      filters={[
        byLot,
        byState(backOfficeNames(paymentStates)),
        byChoice({ name: 'method', label: 'Forma', choices: methodChoices, all: 'Todas' }),
        ...byPeriod(),
      ]}
      exportName="transactions"
      empty={{
        icon: 'card',
        title: 'Nenhuma transação',
        text: 'Os pagamentos com cartão e Pix aparecem aqui.',
      }}
      keyOf={({ id }) => id}
      href={({ id }) => hrefTo('staff.transaction', { params: { token: id } })}
      columns={transactionColumns}
    />
  )
}
