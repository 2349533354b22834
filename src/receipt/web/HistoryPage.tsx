import { EmptyState, ItemList, SearchForm } from '#kit/web/list/List.tsx'
import { Pagination } from '#kit/web/list/Pagination.tsx'
import { usePagedList } from '#kit/web/list/usePagedList.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, hrefTo } from '#kit/web/route/routes.ts'
import { listPayments, type WireHistoryItem } from '../contract.ts'
import { brandDisplayName } from '#acquirer/brands.ts'
import { Icon } from '#kit/web/Icon.tsx'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { isInFlight } from '#payment/paymentState.ts'
import { paymentStates } from '#payment/stateTexts.ts'
import tones from '#kit/web/notice/Callout.module.css'
import css from './History.module.css'
import { payScreenOf } from '#payment/method/method.ts'

const back = () => go('user.menu')

export default function HistoryPage() {
  const list = usePagedList(listPayments)
  const isAny = list.view.state === 'ready' && list.view.value.meta.total > 0
  return (
    <Page title="Meus pagamentos" onBackClick={back}>
      {(list.isFiltered || isAny) && <SearchForm label="Número do ticket" inputMode="numeric" />}
      <LoadView
        load={list}
        failed="Não foi possível carregar seus pagamentos"
        label="Buscando seus pagamentos..."
      >
        {({ data, meta }, refreshing) =>
          meta.total === 0 ? (
            <EmptyHistory sought={list.isFiltered} />
          ) : (
            <>
              <ItemList label="Pagamentos" busy={refreshing}>
                {data.map((payment) => (
                  <HistoryRow key={payment.ws_token} payment={payment} />
                ))}
              </ItemList>
              <Pagination meta={meta} label="Páginas de pagamentos" />
            </>
          )
        }
      </LoadView>
    </Page>
  )
}

function EmptyHistory({ sought }: { sought: boolean }) {
  if (sought) {
    return (
      <EmptyState icon="search" title="Nenhum pagamento encontrado">
        <p>Confira o número do ticket, ou apague a busca para ver todos.</p>
        <RouteLink to="user.payments" variant="plain">
          Ver todos
        </RouteLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="receipt" title="Você ainda não fez pagamentos">
      <p>Os pagamentos feitos com a sua conta aparecem aqui, com o recibo de cada um.</p>
      <RouteLink to="ticket.read" variant="plain" icon="ticket">
        Pagar um ticket
      </RouteLink>
    </EmptyState>
  )
}

function HistoryRow({ payment }: { payment: WireHistoryItem }) {
  const { text, tone } = paymentStates[payment.state].driver
  const href = hrefOf(payment)
  const content = (
    <>
      <span className={css.what}>
        <span className={css.pair}>
          <strong>{formatTicketCode(payment.ticket_code)}</strong>
          <strong translate="no">{`R$ ${payment.valueHuman}`}</strong>
        </span>
        <span className={css.pair}>
          <small translate="no">
            {dateTimeText(payment.paid_at ?? payment.created_at, payment.time_zone)}
          </small>
          <small className={tones[tone]}>{text}</small>
        </span>
        <small>{cardText(payment)}</small>
      </span>
      {href !== null && <Icon name="next" size={20} />}
    </>
  )
  return (
    <li>
      {href === null ? (
        <div className={css.row}>{content}</div>
      ) : (
        <a className={css.row} href={href}>
          {content}
        </a>
      )}
    </li>
  )
}

function hrefOf(item: WireHistoryItem): string | null {
  const { ws_token: token, has_receipt, state } = item
  if (has_receipt) return hrefTo('user.receipt', { params: { token } })
  return isInFlight(state) ? hrefTo(payScreenOf(item), { params: { token } }) : null
}

function cardText({ payment_type_desc, card_brand, card_last_digits }: WireHistoryItem): string {
  if (card_last_digits === null) return payment_type_desc
  return `${payment_type_desc} · ${brandDisplayName(card_brand ?? 'Cartão')} final ${card_last_digits}`
}
