import { groupCode } from '#checkout/groupCode.ts'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import type { OpenPix } from './openPix.ts'
import css from './PaidTickets.module.css'

export function OpenPixCard({ pix, onOver }: { pix: OpenPix; onOver: () => void }) {
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
