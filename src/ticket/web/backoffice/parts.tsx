import { Panel } from '#kit/web/page/Page.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText, whenText } from '#kit/web/time/instants.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import type { BackOfficeTicket } from '../../backoffice.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { paymentStates } from '#payment/states.ts'

export function Breakdown({ entity: { ticket } }: { entity: BackOfficeTicket }) {
  if (ticket.breakdown.length === 0) return null
  const lines = ticket.breakdown.map((line) => ({ label: line.text, value: `R$ ${line.valueHuman}` }))
  return (
    <Panel title={`Como se chega a R$ ${ticket.valueHuman}`}>
      <Facts facts={lines} />
      <p className={css.soft}>{`Calculado ${whenText(ticket.server_now, ticket.time_zone)}.`}</p>
    </Panel>
  )
}

const sources = { portal: 'Portal', machine: 'Máquina ou caixa', waiver: 'Isenção' } as const

export function Paid({ entity: { segments, payments, ticket } }: { entity: BackOfficeTicket }) {
  if (segments.length === 0 && payments.length === 0) return null
  return (
    <Panel title="Pagamentos">
      {segments.length > 0 && (
        <Facts
          facts={segments.map((segment) => ({
            label: `${segment.n}. ${sources[segment.source]}`,
            value: (
              <>
                <span>{`R$ ${segment.amount.valueHuman}`}</span>
                <small className={css.when}>{dateTimeText(segment.paid_at, ticket.time_zone)}</small>
              </>
            ),
          }))}
        />
      )}
      {payments.length > 0 && (
        <ul className={css.entries}>
          {payments.map((payment) => (
            <li key={payment.token} className={css.head}>
              <a href={hrefTo('staff.transaction', { params: { token: payment.token } })}>
                {`Transação de R$ ${payment.amount.valueHuman}, ${dateTimeText(payment.created_at, ticket.time_zone)}`}
              </a>
              <Tag of={paymentStates[payment.state].staff} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
