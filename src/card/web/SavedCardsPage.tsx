import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Empty, Items } from '#kit/web/list/List.tsx'
import { askedPage } from '#kit/web/list/pages.ts'
import { Pagination } from '#kit/web/list/Pagination.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { listSavedCards, type WireSavedCard } from '../contract.ts'
import { removeCard } from './removeCard.ts'
import { SavedCard } from './SavedCard.tsx'

const back = () => go('user.editmenu')

/** docs/spec.md#own-data */
export default function SavedCardsPage() {
  const page = askedPage(useRoute().query['page'])
  const { view, reload } = useLoad(
    useCallback(
      (signal: AbortSignal) => call(listSavedCards, { query: { page: String(page) }, signal }),
      [page],
    ),
  )
  const remove = (card: WireSavedCard) => void removeCard(card).then((gone) => gone && reload())
  return (
    <Page title="Meus cartões" onBackClick={back}>
      {view.state === 'loading' && <Skeleton lines={4} label="Buscando seus cartões..." />}
      {view.state === 'failed' && (
        <LoadFailed title="Não foi possível carregar seus cartões" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && view.value.meta.total === 0 && (
        <Empty icon="card" title="Nenhum cartão salvo">
          <p>
            Para salvar um, marque “Salvar cartão para futuros pagamentos.” ao pagar um ticket com cartão de
            crédito.
          </p>
        </Empty>
      )}
      {view.state === 'ready' && view.value.meta.total > 0 && (
        <>
          <p>O número completo e o CVV não ficam guardados aqui.</p>
          <Items label="Cartões salvos" busy={view.refreshing}>
            {view.value.data.map((card) => (
              <SavedCard key={card.ws_token} card={card} onRemove={() => remove(card)} />
            ))}
          </Items>
          <Pagination meta={view.value.meta} label="Páginas de cartões" />
        </>
      )}
    </Page>
  )
}
