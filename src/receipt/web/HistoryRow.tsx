import type { ReactNode } from 'react'
import { brandName } from '#acquirer/brands.ts'
import { Icon } from '#kit/web/Icon.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { groupCode } from '#checkout/groupCode.ts'
import { dateTimeText } from '#kit/web/time/instants.ts'
import type { WireHistoryItem } from '../contract.ts'
import { isInFlight } from '#payment/paymentState.ts'
import { paymentStates } from '#payment/states.ts'
import css from './History.module.css'
import { payScreenOf } from '#payment/web/payScreen.ts'

export function HistoryRow({ payment }: { payment: WireHistoryItem }) {
  const { text, tone } = paymentStates[payment.state].driver
  const href = destination(payment)
  return (
    <li>
      <Line href={href}>
        <span className={css.what}>
          <span className={css.pair}>
            <strong>{groupCode(payment.ticket_code)}</strong>
            <strong translate="no">{`R$ ${payment.valueHuman}`}</strong>
          </span>
          <span className={css.pair}>
            <small translate="no">
              {dateTimeText(payment.paid_at ?? payment.created_at, payment.time_zone)}
            </small>
            <small className={css[tone]}>{text}</small>
          </span>
          <small>{cardText(payment)}</small>
        </span>
        {href !== null && <Icon name="next" size={20} />}
      </Line>
    </li>
  )
}

function Line({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <div className={css.row}>{children}</div>
  return (
    <a className={css.row} href={href}>
      {children}
    </a>
  )
}

function destination(item: WireHistoryItem): string | null {
  const { ws_token: token, has_receipt, state } = item
  if (has_receipt) return hrefTo('user.receipt', { params: { token } })
  return isInFlight(state) ? hrefTo(payScreenOf(item), { params: { token } }) : null
}

function cardText({ payment_type_desc, card_brand, card_last_digits }: WireHistoryItem): string {
  if (card_last_digits === null) return payment_type_desc
  return `${payment_type_desc} · ${brandName(card_brand ?? 'Cartão')} final ${card_last_digits}`
}
