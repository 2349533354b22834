import { useEffect, type ReactNode } from 'react'
import { brandName } from '#acquirer/brands.ts'
import { Button } from '#kit/web/Button.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { clearCustomer, useCustomer } from '#checkout/web/customer.ts'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import { readDraft } from '#kit/web/state/draft.ts'
import { leave } from '#session/web/leave.ts'
import { useSignedIn } from '#session/web/session.ts'
import type { WireTransaction } from '../../contract.ts'
import { methodRow } from '../../method/method.ts'
import { payScreenOf } from '../payScreen.ts'
import { isPaid } from '../../paymentState.ts'
import { NotLoaded } from '../NotLoaded.tsx'
import css from '../Payment.module.css'
import { KeptTicket } from '../known/KnownPayment.tsx'
import { readReceipt, type Receipt } from '../known/receipts.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { usePayment } from '../usePayment.ts'

type Props = {
  /** Null for payments of no other noun. */
  reserved: (payment: WireTransaction) => ReactNode | null
}

/** docs/spec.md#payment-done */
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
  const isAbsent = view.state === 'failed' && [404, 422].includes(view.failure.status)
  const receipt = view.state === 'failed' && !isAbsent ? readReceipt(token) : null
  if (receipt) return <Kept receipt={receipt} />
  return (
    <Page title="Pagamento concluído" steps={<Steps />}>
      {view.state === 'failed' ? (
        <NotLoaded token={token} failure={view.failure} reload={reload} wayless />
      ) : (
        <Skeleton lines={6} label="Buscando dados, aguarde..." />
      )}
    </Page>
  )
}

function Paid({ payment }: { payment: WireTransaction }) {
  const { ticket_dt_exit } = payment
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

/** A guest can only have the receipt mailed again. */
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

/** Offline. */
function Kept({ receipt }: { receipt: Receipt }) {
  return (
    <Page title="Pagamento concluído" steps={<Steps />} aside={<KeptTicket receipt={receipt} />}>
      <Situation tone="sign" title="Sem conexão" icon="offline">
        <p>Este é o recibo guardado neste aparelho. Ele se atualiza quando o sinal voltar.</p>
      </Situation>
      <Leave />
    </Page>
  )
}

/** Clears the customer's data (docs/spec.md#payment-done). */
export function Leave() {
  return (
    <Actions>
      <Button type="button" onClick={() => void leave(clearCustomer)}>
        OK
      </Button>
    </Actions>
  )
}
