import { groupCode } from '#checkout/groupCode.ts'
import { useCustomers } from '#checkout/web/customer.ts'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { fits } from '#kit/web/state/fits.ts'
import css from './PaidTickets.module.css'

type OpenPix = { token: string; ticketCode: string; valueHuman: string; timeZone?: string; expiresAt: string }

/** Payable at `now` (server time in ms). */
export function useOpenPix(now: number): OpenPix[] {
  return [...useCustomers().values()].flatMap(({ payment }): OpenPix[] => {
    const pix = payment?.['pix']
    if (payment?.state !== 'awaiting_payment' || !fits(pix, { expires_at: 'string' })) return []
    if (Date.parse(pix.expires_at) <= now) return []
    const { ws_token: token, ticket_code: ticketCode, valueHuman, time_zone } = payment
    const zone = time_zone === undefined ? {} : { timeZone: time_zone }
    return [{ token, ticketCode, valueHuman, expiresAt: pix.expires_at, ...zone }]
  })
}

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
