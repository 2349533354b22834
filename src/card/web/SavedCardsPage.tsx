import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { EmptyState, ItemList } from '#kit/web/list/List.tsx'
import { parsePage } from '#kit/web/list/pages.ts'
import { Pagination } from '#kit/web/list/Pagination.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { listSavedCards, type WireSavedCard } from '../contract.ts'
import { removeCard } from './removeCard.ts'
import { SavedCardItem } from './SavedCardItem.tsx'

const back = () => go('user.editmenu')

export default function SavedCardsPage() {
  const page = parsePage(useRoute().query['page'])
  const cards = useCall(listSavedCards, { query: { page: String(page) } })
  const remove = (card: WireSavedCard) => void removeCard(card).then((gone) => gone && cards.reload())
  return (
    <Page title="Meus cartões" onBackClick={back}>
      <LoadView
        load={cards}
        failed="Não foi possível carregar seus cartões"
        label="Buscando seus cartões..."
        lines={4}
      >
        {({ data, meta }, refreshing) =>
          meta.total === 0 ? (
            <EmptyState icon="card" title="Nenhum cartão salvo">
              <p>
                Para salvar um, marque “Salvar cartão para futuros pagamentos.” ao pagar um ticket com cartão
                de crédito.
              </p>
            </EmptyState>
          ) : (
            <>
              <p>O número completo e o CVV não ficam guardados aqui.</p>
              <ItemList label="Cartões salvos" busy={refreshing}>
                {data.map((card) => (
                  <SavedCardItem key={card.ws_token} card={card} onRemove={() => remove(card)} />
                ))}
              </ItemList>
              <Pagination meta={meta} label="Páginas de cartões" />
            </>
          )
        }
      </LoadView>
    </Page>
  )
}
