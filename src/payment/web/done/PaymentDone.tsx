import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { brandName } from '#acquirer/brands.ts'
import { Button } from '#kit/web/Button.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { showSuccessTick } from '#kit/web/notice/Overlays.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { clearCustomer, useCustomer } from '#checkout/web/customer.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import { readDraft } from '#kit/web/state/draft.ts'
import { leave } from '#session/web/leave.ts'
import { useSignedIn } from '#session/web/session.ts'
import type { WireTransaction } from '../../contract.ts'
import { methodRow } from '../../method.ts'
import { payScreenOf } from '../payScreen.ts'
import { isPaid } from '../../paymentState.ts'
import { NotLoaded } from '../NotLoaded.tsx'
import css from '../Payment.module.css'
import { keepReceipt, readReceipt } from '../receipt.ts'
import type { Receipt } from '../receipt.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { usePayment } from '../usePayment.ts'

type Props = {
  /** Draws a payment that another noun knows how to end; null for any other. */
  reserved: (payment: WireTransaction) => ReactNode | null
}

/** Paid: how much, and until when the person may leave (docs/spec.md#payment-done). */
export function PaymentDone({ reserved }: Props) {
  const token = useRoute().params['token'] ?? ''
  const { view, reload } = usePayment(token)
  const payment = view.state === 'ready' ? view.payment : null
  const other = payment && reserved(payment)
  const unpaid = payment !== null && other === null && !isPaid(payment.state)
  const payScreen = unpaid ? payScreenOf(payment) : null
  useEffect(() => {
    if (payScreen !== null) replaceWith(payScreen, { params: { token } })
  }, [payScreen, token])
  if (payment && !unpaid) return other ?? <Paid payment={payment} />
  const receipt = view.state === 'failed' && view.failure.status === 0 ? readReceipt(token) : null
  if (receipt) return <Kept receipt={receipt} />
  return (
    <Page title="Pagamento concluído" steps={<Steps />}>
      {view.state === 'failed' ? (
        <NotLoaded failure={view.failure} reload={reload} />
      ) : (
        <Skeleton lines={6} label="Buscando dados, aguarde..." />
      )}
    </Page>
  )
}

function Paid({ payment }: { payment: WireTransaction }) {
  const { ws_token, ticket_code, valueHuman, ticket_dt_exit, time_zone } = payment
  useEffect(() => {
    const receipt = { token: ws_token, ticketCode: ticket_code, valueHuman, timeZone: time_zone }
    if (keepReceipt({ ...receipt, exitDeadline: ticket_dt_exit })) showSuccessTick()
  }, [ws_token, ticket_code, valueHuman, ticket_dt_exit, time_zone])
  const { payer, card: kind } = methodRow(payment.payment_type)
  const signedIn = useSignedIn()
  const hasEmail = signedIn || Boolean(readDraft('account')['email'])
  const card =
    payment.card_last_digits === null
      ? null
      : `${brandName(payment.card_brand ?? 'Cartão')} final ${payment.card_last_digits}`
  return (
    <Page title="Pagamento concluído" steps={<Steps />} aside={<PaidTicket payment={payment} />}>
      <Situation tone="go" title="Pagamento recebido com sucesso!">
        {ticket_dt_exit !== null && <p>Na saída, apresente ou insira o mesmo ticket. Guarde-o até lá.</p>}
        <p>
          {payer === 'name' && !hasEmail
            ? 'O recibo vai para o seu e-mail, se você informou um.'
            : 'Um recibo foi enviado para o seu e-mail.'}
        </p>
        {(card !== null || kind === null) && (
          <p className={css.soft}>{[payment.payment_type_desc, card].filter(Boolean).join(', ')}</p>
        )}
      </Situation>
      <Leave />
      <ReceiptLink payment={payment} />
    </Page>
  )
}

/** Its owner opens the receipt; a guest can only have it mailed again. */
function ReceiptLink({ payment }: { payment: WireTransaction }) {
  const signedIn = useSignedIn()
  if (signedIn) {
    return (
      <RouteLink to="user.receipt" params={{ token: payment.ws_token }} look="quiet" icon="receipt">
        Ver recibo
      </RouteLink>
    )
  }
  return (
    <RouteLink to="ticket.receipt" query={{ ticket: payment.ticket_code }} look="quiet" icon="mail">
      Não recebeu o recibo?
    </RouteLink>
  )
}

function PaidTicket({ payment }: { payment: WireTransaction }) {
  const { ticket_dt_exit, time_zone } = payment
  const { ticket } = useCustomer(payment.ticket_code)
  return (
    <TicketCard code={payment.ticket_code} lot={ticket?.lot} valueHuman={payment.valueHuman} state="paid">
      {ticket_dt_exit !== null && <ExitCountdown deadline={ticket_dt_exit} timeZone={time_zone} />}
    </TicketCard>
  )
}

/** Without a signal: the receipt that this device kept. */
function Kept({ receipt }: { receipt: Receipt }) {
  const { exitDeadline } = receipt
  return (
    <Page
      title="Pagamento concluído"
      steps={<Steps />}
      aside={
        <TicketCard code={receipt.ticketCode} valueHuman={receipt.valueHuman} state="paid">
          {exitDeadline !== null && (
            <p className={css.until}>
              <Icon name="clock" size={22} />
              <span>
                Sair até <strong>{dateTimeText(exitDeadline, receipt.timeZone)}</strong>
              </span>
            </p>
          )}
        </TicketCard>
      }
    >
      <Situation tone="sign" title="Sem conexão" icon="offline">
        <p>Este é o recibo guardado neste aparelho. Ele se atualiza quando o sinal voltar.</p>
      </Situation>
      <Leave />
    </Page>
  )
}

/**
 * OK: what the customer typed is forgotten, and they are at their menu, or gone
 * (docs/spec.md#payment-done).
 */
export function Leave() {
  return (
    <Actions>
      <Button type="button" onClick={() => void leave(clearCustomer)}>
        OK
      </Button>
    </Actions>
  )
}
