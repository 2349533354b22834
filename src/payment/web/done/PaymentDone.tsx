import { useEffect, useLayoutEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { brandName } from '#acquirer/brands.ts'
import { Button } from '#kit/web/Button.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { ShareButton } from '#kit/web/native/ShareButton.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { hrefTo, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { sha256 } from '#kit/text/sha256.ts'
import { momentText } from '#kit/web/time/instants.ts'
import { groupCode } from '#checkout/groupCode.ts'
import { clearCustomer, useCustomer } from '#checkout/web/customer.ts'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import { leave } from '#session/web/leave.ts'
import { useSignedIn } from '#session/web/session.ts'
import type { WireTransaction } from '../../contract.ts'
import { methodRow, payScreenOf } from '../../method/method.ts'
import { isPaid } from '../../paymentState.ts'
import { NotLoaded } from '../NotLoaded.tsx'
import css from '../Payment.module.css'
import { KeptTicket } from '../known/KnownPayment.tsx'
import { readReceipt, type Receipt, useReceipts } from '../known/receipts.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { CalendarButton } from './CalendarButton.tsx'
import { ForeignPage } from './ForeignPage.tsx'
import { usePayment } from '../usePayment.ts'

type Props = {
  /** Null for payments of no other noun. */
  reserved: (payment: WireTransaction) => ReactNode | null
  /** Verifies the receipt of a payment's token; `hasShare`: with a button that shares it. */
  proof: (token: string, hasShare: boolean) => ReactNode
  Offer: ComponentType<{ payment: WireTransaction; onSent: (payment: WireTransaction) => void }>
}

/** docs/spec.md#payment-done */
export function PaymentDone({ reserved, proof, Offer }: Props) {
  const token = useRoute().params['token'] ?? ''
  const { view, reload, show } = usePayment(token)
  const payment = view.state === 'ready' ? view.payment : null
  const other = payment && reserved(payment)
  const unpaid = payment !== null && other === null && !isPaid(payment.state)
  const payScreen = unpaid ? payScreenOf(payment) : null
  useEffect(() => {
    if (payScreen !== null) replaceWith(payScreen, { params: { token } })
  }, [payScreen, token])
  if (payment && !unpaid)
    return (
      other ?? (
        <Paid payment={payment} proof={proof(token, false)}>
          <Offer payment={payment} onSent={show} />
        </Paid>
      )
    )
  if (view.state === 'foreign')
    return (
      <ForeignPage payment={view.payment}>
        <Leave />
      </ForeignPage>
    )
  const isAbsent = view.state === 'failed' && [404, 422].includes(view.failure.status)
  const receipt = view.state === 'failed' && !isAbsent ? readReceipt(token) : null
  if (receipt) return <Kept receipt={receipt} proof={proof(token, true)} />
  return (
    <Page
      title="Pagamento"
      steps={<Steps at="payment" />}
      aside={
        view.state === 'failed' ? (
          <NotLoaded token={token} failure={view.failure} reload={reload} wayless />
        ) : (
          <div />
        )
      }
    >
      {view.state !== 'failed' && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
    </Page>
  )
}

type PaidProps = { payment: WireTransaction; proof: ReactNode; children: ReactNode }

function Paid({ payment, proof, children }: PaidProps) {
  const { card: kind } = methodRow(payment.payment_type)
  const card =
    payment.card_last_digits === null
      ? null
      : `${brandName(payment.card_brand ?? 'Cartão')} final ${payment.card_last_digits}`
  return (
    <Page
      title="Pagamento concluído"
      steps={<Steps />}
      aside={
        <>
          <p className={css.received}>
            <Icon name="check" size={22} />
            Pagamento recebido com sucesso!
          </p>
          <PaidTicket payment={payment} />
        </>
      }
    >
      <Leave />
      <ReceiptLine payment={payment} />
      {children}
      <div className={css.after}>
        {payment.ticket_dt_exit !== null && (
          <p>
            Na saída, apresente ou insira o mesmo ticket. <span className={css.whole}>Guarde-o</span> até lá.
          </p>
        )}
        {(card !== null || kind === null) && (
          <p className={css.soft}>{[payment.payment_type_desc, card].filter(Boolean).join(', ')}</p>
        )}
      </div>
      {payment.ticket_dt_exit !== null && <CalendarButton token={payment.ws_token} />}
      <ReceiptLink payment={payment} />
      {proof}
      <ContestLink token={payment.ws_token} />
    </Page>
  )
}

/** docs/spec.md#contest */
export function ContestLink({ token }: { token: string }) {
  return (
    <RouteLink to="payment.contest" params={{ token }} look="quiet" icon="chat">
      Contestar
    </RouteLink>
  )
}

function ReceiptLine({ payment }: { payment: WireTransaction }) {
  const { ticket_code: code, valueHuman, ticket_dt_exit, time_zone, receipt_to } = payment
  const until = ticket_dt_exit === null ? '' : ` Sair até ${momentText(ticket_dt_exit, time_zone)}.`
  const kept = useReceipts().find(({ id }) => id === sha256(payment.ws_token))
  const ticketUrl = new URL(hrefTo('ticket.value', { query: { ticket: code } }), location.origin).href
  const line = useRef<HTMLParagraphElement>(null)
  const before = useRef(receipt_to)
  useLayoutEffect(() => {
    if (receipt_to && !before.current) line.current?.focus()
    before.current = receipt_to
  }, [receipt_to])
  return (
    <div className={css.receipt}>
      <p ref={line} tabIndex={-1}>
        {!receipt_to ? (
          <>
            Nenhum e-mail foi informado: compartilhe o recibo para{' '}
            <span className={css.whole}>guardá-lo.</span>
          </>
        ) : (
          <>
            Recibo enviado para <span className={css.whole}>{receipt_to}</span>
          </>
        )}
      </p>
      <ShareButton
        content={{
          title: `Ticket ${groupCode(code).replaceAll(' ', '\u00a0')}`,
          text: `Ticket ${groupCode(code)}: R$\u00a0${valueHuman} pagos.${until}`,
          url: kept?.proofUrl ?? ticketUrl,
        }}
      >
        Compartilhar
      </ShareButton>
    </div>
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
  if (!payment.receipt_to) return null
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
    <TicketCard
      code={payment.ticket_code}
      lot={ticket?.lot}
      valueHuman={payment.valueHuman}
      state="paid"
      lead={ticket_dt_exit !== null && <ExitCountdown deadline={ticket_dt_exit} timeZone={time_zone} large />}
    />
  )
}

function Kept({ receipt, proof }: { receipt: Receipt; proof: ReactNode }) {
  return (
    <Page title="Pagamento concluído" steps={<Steps />} aside={<KeptTicket receipt={receipt} />}>
      <Situation tone="sign" title="Sem conexão" icon="offline">
        <p>Este é o recibo guardado neste aparelho. Ele se atualiza quando o sinal voltar.</p>
      </Situation>
      <Leave />
      {proof}
    </Page>
  )
}

export function Leave() {
  return (
    <Actions>
      <Button type="button" onClick={() => void leave(clearCustomer)}>
        OK
      </Button>
    </Actions>
  )
}
