import { useEffect, useLayoutEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { brandDisplayName } from '#acquirer/brands.ts'
import { Button } from '#kit/web/Button.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { ShareButton } from '#kit/web/native/ShareButton.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Actions, Page } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { hrefTo, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { sha256 } from '#kit/text/sha256.ts'
import { formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { clearCustomer, useCustomer } from '#checkout/web/customer.ts'
import { leaveToMenu } from '#session/web/leaveToMenu.ts'
import { useIsSignedIn } from '#session/web/session.ts'
import type { WireTransaction } from '../../contract.ts'
import { methodRow, payScreenOf } from '../../method/method.ts'
import { isPaid } from '../../paymentState.ts'
import { PaymentLoadFailed } from '../PaymentLoadFailed.tsx'
import css from '../Payment.module.css'
import { ReceiptTicketCard } from '../local/LocalPaymentNotice.tsx'
import { readReceipt, type StoredReceipt, useReceipts } from '../local/storedReceipts.ts'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { CalendarButton, remindedPayment } from './CalendarButton.tsx'
import { ForeignPaymentPage } from './ForeignPaymentPage.tsx'
import { usePayment } from '../usePayment.ts'

type Props = {
  /** Returns null for the payment of a ticket. */
  renderReservation: (payment: WireTransaction) => ReactNode | null
  /** Verifies the receipt of a payment's token; `hasShare`: with a button that shares it. */
  renderProof: (token: string, hasShare: boolean) => ReactNode
  /** Reminds of the deadline to leave. */
  renderReminder: (token: string, until: string) => ReactNode
  ReceiptForm: ComponentType<{ payment: WireTransaction; onSent: (payment: WireTransaction) => void }>
}

/** docs/spec.md#payment-done */
export function PaymentDone({ renderReservation, renderProof, renderReminder, ReceiptForm }: Props) {
  const token = useRoute().params['token'] ?? ''
  const { view, reload, show } = usePayment(token)
  const payment = view.state === 'ready' ? view.payment : null
  const other = payment && renderReservation(payment)
  const unpaid = payment !== null && other === null && !isPaid(payment.state)
  const payScreen = unpaid ? payScreenOf(payment) : null
  useEffect(() => {
    if (payScreen !== null) replaceWith(payScreen, { params: { token } })
  }, [payScreen, token])
  if (payment && !unpaid)
    return (
      other ?? (
        <PaidPage
          payment={payment}
          proof={renderProof(token, false)}
          reminder={payment.ticket_dt_exit !== null && renderReminder(token, payment.ticket_dt_exit)}
        >
          <ReceiptForm payment={payment} onSent={show} />
        </PaidPage>
      )
    )
  if (view.state === 'foreign')
    return (
      <ForeignPaymentPage payment={view.payment}>
        <FinishButton />
      </ForeignPaymentPage>
    )
  const isAbsent = view.state === 'failed' && [404, 422].includes(view.failure.status)
  const receipt = view.state === 'failed' && !isAbsent ? readReceipt(token) : null
  if (receipt) return <StoredReceiptPage receipt={receipt} proof={renderProof(token, true)} />
  return (
    <Page
      title="Pagamento"
      steps={<Steps at="payment" />}
      aside={
        view.state === 'failed' ? (
          <PaymentLoadFailed token={token} failure={view.failure} reload={reload} hidesWays />
        ) : (
          <div />
        )
      }
    >
      {view.state !== 'failed' && <Skeleton lines={6} label="Buscando dados, aguarde..." />}
    </Page>
  )
}

type PaidPageProps = { payment: WireTransaction; proof: ReactNode; reminder: ReactNode; children: ReactNode }

function PaidPage({ payment, proof, reminder, children }: PaidPageProps) {
  const { card: kind } = methodRow(payment.payment_type)
  const card =
    payment.card_last_digits === null
      ? null
      : `${brandDisplayName(payment.card_brand ?? 'Cartão')} final ${payment.card_last_digits}`
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
      <FinishButton />
      <ReceiptLine payment={payment} />
      {children}
      <div className={css.after}>
        {payment.ticket_dt_exit !== null && (
          <p>
            Na saída, apresente ou insira o mesmo ticket. <span className={css.whole}>Guarde-o</span> até lá.
          </p>
        )}
        {(card !== null || kind === null) && (
          <p className="soft">{[payment.payment_type_desc, card].filter(Boolean).join(', ')}</p>
        )}
      </div>
      <ExitCalendar payment={payment} />
      {reminder}
      <ReceiptLink payment={payment} />
      {proof}
      <ContestLink token={payment.ws_token} />
    </Page>
  )
}

function ExitCalendar({ payment }: { payment: WireTransaction }) {
  const reminded = remindedPayment(payment)
  const { ticket_dt_exit: until } = payment
  return reminded && until !== null && <CalendarButton payment={reminded} to="leave" until={until} />
}

/** docs/spec.md#contest */
export function ContestLink({ token }: { token: string }) {
  return (
    <RouteLink to="payment.contest" params={{ token }} variant="quiet" icon="chat">
      Contestar
    </RouteLink>
  )
}

function ReceiptLine({ payment }: { payment: WireTransaction }) {
  const { ticket_code: code, valueHuman, ticket_dt_exit, time_zone, receipt_to } = payment
  const until = ticket_dt_exit === null ? '' : ` Sair até ${formatDayAndTime(ticket_dt_exit, time_zone)}.`
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
          title: `Ticket ${formatTicketCode(code).replaceAll(' ', '\u00a0')}`,
          text: `Ticket ${formatTicketCode(code)}: R$\u00a0${valueHuman} pagos.${until}`,
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
  const signedIn = useIsSignedIn()
  if (signedIn) {
    return (
      <RouteLink to="user.receipt" params={{ token: payment.ws_token }} variant="quiet" icon="receipt">
        Ver recibo
      </RouteLink>
    )
  }
  if (!payment.receipt_to) return null
  return (
    <RouteLink to="ticket.receipt" query={{ ticket: payment.ticket_code }} variant="quiet" icon="mail">
      Não recebeu o recibo?
    </RouteLink>
  )
}

function PaidTicket({ payment }: { payment: WireTransaction }) {
  const { ticket_code: ticketCode, valueHuman, ticket_dt_exit: exitDeadline, time_zone: timeZone } = payment
  const lot = useCustomer(ticketCode).ticket?.lot ?? payment.lot_name ?? undefined
  return <ReceiptTicketCard receipt={{ ticketCode, valueHuman, exitDeadline, timeZone, lot }} />
}

function StoredReceiptPage({ receipt, proof }: { receipt: StoredReceipt; proof: ReactNode }) {
  return (
    <Page title="Pagamento concluído" steps={<Steps />} aside={<ReceiptTicketCard receipt={receipt} />}>
      <Callout tone="sign" title="Sem conexão" icon="offline">
        <p>Este é o recibo guardado neste aparelho. Ele se atualiza quando o sinal voltar.</p>
      </Callout>
      <FinishButton />
      <StoredCalendar receipt={receipt} />
      {proof}
    </Page>
  )
}

function StoredCalendar({ receipt }: { receipt: StoredReceipt }) {
  const { calendarId: id, paidAt, lot: lotName, exitDeadline, timeZone } = receipt
  if (!id || !paidAt || lotName === undefined || exitDeadline === null) return null
  const payment = { id, from: new Date(paidAt), lotName, timeZone }
  return <CalendarButton payment={payment} to="leave" until={exitDeadline} />
}

export function FinishButton() {
  return (
    <Actions>
      <Button type="button" onClick={() => void leaveToMenu(clearCustomer)}>
        OK
      </Button>
    </Actions>
  )
}
