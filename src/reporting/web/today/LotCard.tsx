import { useId } from 'react'
import { numberText } from '#kit/text/formats.ts'
import { momentText } from '#kit/web/time/instants.ts'
import type { LotToday, Taken } from '../../today.ts'
import { FigureLink } from './FigureLink.tsx'
import { HourBars } from './HourBars.tsx'
import { money } from './money.ts'
import css from './Today.module.css'

export function LotCard({ lot, now }: { lot: LotToday; now: string }) {
  const heading = useId()
  return (
    <article className={css.lot} aria-labelledby={heading}>
      <h3 id={heading}>{lot.name}</h3>
      <p className={css.total}>
        <FigureLink list={lot.total.list} label={`Recebido hoje em ${lot.name}: ${money(lot.total.value)}`}>
          {money(lot.total.value)}
        </FigureLink>
      </p>
      <Before taken={lot.total} time={momentText(now, lot.time_zone, Date.parse(now))} />
      <HourBars hours={lot.hours} />
      <Cars lot={lot} />
      <Money lot={lot} />
    </article>
  )
}

function Before({ taken: { value, before, change }, time }: { taken: Taken; time: string }) {
  const difference = value - before
  const sign = difference > 0 ? '+' : '-'
  return (
    <p className={css.before}>
      {difference !== 0 && (
        <strong className={difference < 0 ? css.less : css.more}>
          {`${sign}${money(Math.abs(difference))}${change === null ? '' : ` (${sign}${Math.abs(change)}%)`}`}
        </strong>
      )}
      <span>{`há uma semana, até ${time}: ${money(before)}`}</span>
    </p>
  )
}

function Cars({ lot: { name, inside, free, entered } }: { lot: LotToday }) {
  const cars = [
    { title: 'No pátio', figure: inside },
    { title: 'Vagas livres', figure: free },
    { title: 'Entradas', figure: entered },
  ]
  return (
    <dl className={css.cars}>
      {cars.map(({ title, figure }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <FigureLink list={figure.list} label={`${title}, ${name}: ${figure.value}`}>
              {numberText(figure.value)}
            </FigureLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Money({ lot }: { lot: LotToday }) {
  const sources = [
    { text: 'Portal, líquido', ...lot.portal },
    { text: 'Máquinas', ...lot.machine },
    ...(lot.till.value === 0 ? [] : [{ text: 'Balcão', ...lot.till }]),
  ]
  return (
    <dl className={css.money}>
      {sources.map(({ text, value, change }) => (
        <div key={text} className={css.source}>
          <dt>{text}</dt>
          <dd>
            {change !== null && (
              <span
                className={change < 0 ? css.less : css.more}
              >{`${change > 0 ? '+' : ''}${change}% `}</span>
            )}
            <span>{money(value)}</span>
          </dd>
        </div>
      ))}
      {lot.methods.map(({ method, text, value, list }) => (
        <div key={method}>
          <dt>{text}</dt>
          <dd>
            <FigureLink list={list} label={`${text}, ${lot.name}: ${money(value)}`}>
              {money(value)}
            </FigureLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}
