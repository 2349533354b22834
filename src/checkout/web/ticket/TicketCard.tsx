import type { ReactNode } from 'react'
import { formatTicketCode } from '../../formatTicketCode.ts'
import compactCss from './Compact.module.css'
import css from './TicketCard.module.css'

export type Fact = { label: string; value: ReactNode }
export type OptionalFact = Fact | false

type Props = {
  code: string
  lot?: string | undefined
  valueHuman?: string | undefined
  valueLabel?: string | undefined
  facts?: readonly OptionalFact[]
  state?: 'open' | 'paid'
  compact?: boolean
  lead?: ReactNode
  children?: ReactNode
}

export function TicketCard(props: Props) {
  const { code, lot, valueHuman, valueLabel, facts = [], state = 'open', compact, lead, children } = props
  const isWide = (valueHuman?.length ?? 0) > 6
  const label = valueLabel ?? (state === 'paid' ? 'Valor pago' : 'Valor')
  const looks = [
    css.ticket,
    state === 'paid' && css.paid,
    lead && css.led,
    compact && compactCss.compact,
    isWide && css.wide,
    isWide && compactCss.wide,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <article className={looks} aria-label={`Ticket ${formatTicketCode(code)}`}>
      <div className="upper">
        <div className={css.who}>
          <p className="small">{lot ?? 'Ticket'}</p>
          <p className={css.code} translate="no">
            {formatTicketCode(code)}
          </p>
        </div>
      </div>
      <div className="stack loose lower">
        {lead}
        {(valueHuman !== undefined || compact) && (
          <Amount label={label} valueHuman={valueHuman} state={state} />
        )}
        {valueHuman === undefined && state === 'paid' && <p className={css.stamp}>PAGO</p>}
        {facts.length > 0 && <Facts facts={facts} />}
        {children}
      </div>
    </article>
  )
}

type AmountProps = { label: string } & Pick<Props, 'valueHuman' | 'state'>

function Amount({ label, valueHuman, state }: AmountProps) {
  const isKnown = valueHuman !== undefined
  const isStamped = isKnown && state === 'paid'
  const looks = ['words', isStamped && css.stamped, !isKnown && css.room].filter(Boolean).join(' ')
  return (
    <p className={looks} aria-hidden={isKnown ? undefined : true}>
      <span className="small">{label}</span>
      <span className={css.money} translate="no">
        <span className={css.currency}>{'R$ '}</span>
        {valueHuman ?? '0,00'}
      </span>
      {isStamped && <span className={css.stamp}>PAGO</span>}
    </p>
  )
}

export function Facts({ facts }: { facts: readonly OptionalFact[] }) {
  return (
    <dl className="stack tight facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd translate="no">{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
