import { hrefTo } from '#kit/web/route/routes.ts'
import { ListPage } from '#staff/web/list/ListPage.tsx'
import { listTransactions } from '../../backoffice.ts'
import { reviewColumns } from './transactionColumns.tsx'

export default function ReviewPage() {
  return (
    <ListPage
      title="Em análise"
      endpoint={listTransactions}
      fixed={{ state: 'waiting' }}
      label="Transações em análise"
      nouns={['transação em análise', 'transações em análise']}
      failed="Não foi possível carregar a fila"
      filters={[]}
      empty={{
        icon: 'check',
        title: 'Nada em análise',
        text: 'A adquirente respondeu por todos os pagamentos.',
      }}
      keyOf={({ id }) => id}
      href={({ id }) =>
        hrefTo('staff.transaction', { params: { token: id }, query: { list: 'staff.review' } })
      }
      columns={reviewColumns}
    />
  )
}
