import { useLayoutEffect } from 'react'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { useServerTime } from '#kit/web/time/useServerTime.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import css from './PaidTickets.module.css'
import { confirmingText } from './ConfirmingNotice.tsx'
import { useOpenPix, type StoredPix } from './storedPix.ts'
import { useReceipts, type StoredReceipt } from './storedReceipts.ts'
import { useOwnSentPayments } from './sentPayments.ts'

export function PaidTickets({ onShown }: { onShown: (isShown: boolean) => void }) {
  const receipts = useReceipts()
  const now = useServerTime()
  const shown = receipts.filter(
    (one) => one.exitDeadline !== null && canExitAt(new Date(one.exitDeadline), new Date(now)),
  )
  const paid = shown.map(({ ticketCode }) => ticketCode)
  const waiting = useOpenPix().filter(({ ticketCode }) => !paid.includes(ticketCode))
  const unanswered = useOwnSentPayments().filter(({ ticketCode }) => !paid.includes(ticketCode))
  const isShown = shown.length + waiting.length + unanswered.length > 0
  useLayoutEffect(() => {
    onShown(isShown)
  }, [isShown, onShown])
  return (
    <div className="stack">
      {unanswered.map(({ id, ticketCode }) => (
        <article
          key={id}
          className={`${css.ticket} ${css.pix}`}
          aria-label={`Pagamento do ticket ${formatTicketCode(ticketCode)}`}
        >
          <p className={css.text}>{confirmingText}</p>
          <a className={css.receipt} href={hrefTo('ticket.value', { query: { ticket: ticketCode } })}>
            <strong>{`Acompanhar o ticket ${formatTicketCode(ticketCode)}`}</strong>
          </a>
        </article>
      ))}
      {waiting.map((pix) => (
        <OpenPixCard key={pix.token} pix={pix} />
      ))}
      {shown.map((one) => (
        <PaidTicket key={one.id} receipt={one} />
      ))}
    </div>
  )
}

function PaidTicket({ receipt }: { receipt: StoredReceipt }) {
  const { ticketCode, valueHuman, exitDeadline, timeZone } = receipt
  if (exitDeadline === null) return null
  return (
    <article className={css.ticket} aria-label={`Ticket ${formatTicketCode(ticketCode)} pago`}>
      <ExitCountdown label="Pago. Sair até" deadline={exitDeadline} timeZone={timeZone} />
      <a className={css.receipt} href={hrefTo('ticket.value', { query: { ticket: ticketCode } })}>
        <span>{formatTicketCode(ticketCode)}</span>
        <strong translate="no">{`R$\u00a0${valueHuman}`}</strong>
      </a>
    </article>
  )
}

function OpenPixCard({ pix }: { pix: StoredPix }) {
  const { token, ticketCode, valueHuman, timeZone, expiresAt } = pix
  return (
    <article
      className={`${css.ticket} ${css.pix}`}
      aria-label={`Pix do ticket ${formatTicketCode(ticketCode)}`}
    >
      <Countdown
        label={`Pix de R$\u00a0${valueHuman} até`}
        deadline={expiresAt}
        timeZone={timeZone}
        isPaymentDeadline
      />
      <a className={css.receipt} href={hrefTo('payment.pix', { params: { token } })}>
        <strong>Pix aguardando: voltar ao código</strong>
      </a>
    </article>
  )
}
