import type { ReactNode } from 'react'
import { groupCode } from '../../groupCode.ts'
import compactCss from './Compact.module.css'
import css from './TicketCard.module.css'

export type Fact = { label: string; value: ReactNode }

type Props = {
  /** 13 digits; shown in groups. */
  code: string
  lot?: string | undefined
  /** '12,50'. */
  valueHuman?: string | undefined
  valueLabel?: string | undefined
  /** Rows under the amount: Tempo, Entrada, Pagar até. */
  facts?: readonly Fact[]
  /** `paid`: green edge and stamp. */
  state?: 'open' | 'paid'
  compact?: boolean
  /** Countdown, plate or QR code. */
  children?: ReactNode
}

export function TicketCard(props: Props) {
  const { code, lot, valueHuman, valueLabel, facts = [], state = 'open', compact, children } = props
  const looks = [css.ticket, state === 'paid' && css.paid, compact && compactCss.compact]
    .filter(Boolean)
    .join(' ')
  return (
    <article className={looks} aria-label={`Ticket ${groupCode(code)}`}>
      <div className={css.stub}>
        <div className={css.who}>
          <p className={css.small}>{lot ?? 'Ticket'}</p>
          <p className={css.code} translate="no">
            {groupCode(code)}
          </p>
        </div>
      </div>
      <div className={css.body}>
        {valueHuman !== undefined && (
          <p className={css.amount}>
            <span className={css.small}>{valueLabel ?? (state === 'paid' ? 'Valor pago' : 'Valor')}</span>
            <span className={css.money} translate="no">
              <span className={css.currency}>{'R$ '}</span>
              {valueHuman}
            </span>
          </p>
        )}
        {state === 'paid' && <p className={css.stamp}>PAGO</p>}
        {facts.length > 0 && <Facts facts={facts} />}
        {children}
      </div>
    </article>
  )
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd translate="no">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
