import { Empty, Items, Search } from '#kit/web/list/List.tsx'
import { Pagination } from '#kit/web/list/Pagination.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { listPayments } from '../contract.ts'
import { HistoryRow } from './HistoryRow.tsx'

const back = () => go('user.menu')

export default function HistoryPage() {
  const { view, reload, narrowed } = usePagedList(listPayments)
  const total = view.state === 'ready' ? view.value.meta.total : null
  return (
    <Page title="Meus pagamentos" onBackClick={back}>
      {(narrowed || (total !== null && total > 0)) && <Search label="Número do ticket" inputMode="numeric" />}
      {view.state === 'loading' && <Skeleton lines={8} label="Buscando seus pagamentos..." />}
      {view.state === 'failed' && (
        <LoadFailed
          title="Não foi possível carregar seus pagamentos"
          failure={view.failure}
          reload={reload}
        />
      )}
      {total === 0 && <Nothing sought={narrowed} />}
      {view.state === 'ready' && view.value.meta.total > 0 && (
        <>
          <Items label="Pagamentos" busy={view.refreshing}>
            {view.value.data.map((payment) => (
              <HistoryRow key={payment.ws_token} payment={payment} />
            ))}
          </Items>
          <Pagination meta={view.value.meta} label="Páginas de pagamentos" />
        </>
      )}
    </Page>
  )
}

function Nothing({ sought }: { sought: boolean }) {
  if (sought) {
    return (
      <Empty icon="search" title="Nenhum pagamento encontrado">
        <p>Confira o número do ticket, ou apague a busca para ver todos.</p>
        <RouteLink to="user.payments" look="plain">
          Ver todos
        </RouteLink>
      </Empty>
    )
  }
  return (
    <Empty icon="receipt" title="Você ainda não fez pagamentos">
      <p>Os pagamentos feitos com a sua conta aparecem aqui, com o recibo de cada um.</p>
      <RouteLink to="ticket.read" look="plain" icon="ticket">
        Pagar um ticket
      </RouteLink>
    </Empty>
  )
}
