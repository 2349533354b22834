import { useLayoutEffect, useState } from 'react'
import { groupCode } from '#checkout/groupCode.ts'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { mayLeave } from '#parking/exitMinute.ts'
import { ExitCountdown } from '#parking/web/ExitCountdown.tsx'
import css from './PaidTickets.module.css'
import { confirmingText } from './Confirming.tsx'
import { useOpenPix, type OpenPix } from './openPix.ts'
import { useReceipts, type Receipt } from './receipts.ts'
import { useOwnSent } from './sent.ts'

export function PaidTickets({ onShown }: { onShown: (isShown: boolean) => void }) {
  const receipts = useReceipts()
  const [now, setNow] = useState(serverTime)
  const shown = receipts.filter(
    (one) => one.exitDeadline !== null && mayLeave(new Date(one.exitDeadline), new Date(now)),
  )
  const paid = shown.map(({ ticketCode }) => ticketCode)
  const waiting = useOpenPix().filter(
    ({ ticketCode, expiresAt }) => !paid.includes(ticketCode) && Date.parse(expiresAt) > now,
  )
  const unanswered = useOwnSent().filter(({ ticketCode }) => !paid.includes(ticketCode))
  const isShown = shown.length + waiting.length + unanswered.length > 0
  useLayoutEffect(() => {
    onShown(isShown)
  }, [isShown, onShown])
  return (
    <div className={css.list}>
      {unanswered.map(({ id, ticketCode }) => (
        <article
          key={id}
          className={`${css.ticket} ${css.pix}`}
          aria-label={`Pagamento do ticket ${groupCode(ticketCode)}`}
        >
          <p className={css.text}>{confirmingText}</p>
          <a className={css.receipt} href={hrefTo('ticket.value', { query: { ticket: ticketCode } })}>
            <strong>{`Acompanhar o ticket ${groupCode(ticketCode)}`}</strong>
          </a>
        </article>
      ))}
      {waiting.map((pix) => (
        <OpenPixCard key={pix.token} pix={pix} onOver={() => setNow(serverTime())} />
      ))}
      {shown.map((one) => (
        <PaidTicket key={one.id} receipt={one} onOver={() => setNow(serverTime())} />
      ))}
    </div>
  )
}

function PaidTicket({ receipt, onOver }: { receipt: Receipt; onOver: () => void }) {
  const { ticketCode, valueHuman, exitDeadline, timeZone } = receipt
  if (exitDeadline === null) return null
  return (
    <article className={css.ticket} aria-label={`Ticket ${groupCode(ticketCode)} pago`}>
      <ExitCountdown label="Pago. Sair até" deadline={exitDeadline} timeZone={timeZone} onOver={onOver} />
      <a className={css.receipt} href={hrefTo('ticket.value', { query: { ticket: ticketCode } })}>
        <span>{groupCode(ticketCode)}</span>
        <strong translate="no">{`R$\u00a0${valueHuman}`}</strong>
      </a>
    </article>
  )
}

function OpenPixCard({ pix, onOver }: { pix: OpenPix; onOver: () => void }) {
  const { token, ticketCode, valueHuman, timeZone, expiresAt } = pix
  return (
    <article className={`${css.ticket} ${css.pix}`} aria-label={`Pix do ticket ${groupCode(ticketCode)}`}>
      <Countdown
        label={`Pix de R$\u00a0${valueHuman} até`}
        deadline={expiresAt}
        timeZone={timeZone}
        paying
        onOver={onOver}
      />
      <a className={css.receipt} href={hrefTo('payment.pix', { params: { token } })}>
        <strong>Pix aguardando: voltar ao código</strong>
      </a>
    </article>
  )
}
