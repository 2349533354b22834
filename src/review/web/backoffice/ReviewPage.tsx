import { useCall } from '#kit/web/call/useCall.ts'
import { PagedList } from '#kit/web/list/PagedList.tsx'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { listTransactions } from '../../backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { reviewColumns } from './columns.tsx'

export default function ReviewPage() {
  return (
    <StaffPage title="Em análise">
      <Waiting />
    </StaffPage>
  )
}

function Waiting() {
  const { page } = useRoute().query
  const { view, reload } = useCall(listTransactions, { query: { state: 'waiting', page } })
  return (
    <PagedList
      list={{ view, reload, narrowed: false }}
      label="Transações em análise"
      failed="Não foi possível carregar a fila"
      empty={{
        icon: 'check',
        title: 'Nada em análise',
        text: 'A adquirente respondeu por todos os pagamentos.',
      }}
      keyOf={(row) => row.id}
      href={(row) => hrefTo('staff.transaction', { params: { token: row.id }, query: { from: 'review' } })}
      columns={reviewColumns}
    />
  )
}
