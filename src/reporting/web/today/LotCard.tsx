import { useId } from 'react'
import { numberText } from '#kit/text/formats.ts'
import { momentText } from '#kit/web/time/instants.ts'
import type { LotToday, Taken } from '../../today.ts'
import { FigureLink } from './FigureLink.tsx'
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
      {sources.map(({ text, value, change, list }) => (
        <div key={text} className={css.source}>
          <dt>{text}</dt>
          <dd>
            {change !== null && (
              <span
                className={change < 0 ? css.less : css.more}
              >{`${change > 0 ? '+' : ''}${change}% `}</span>
            )}
            <FigureLink list={list} label={`${text}, ${lot.name}: ${money(value)}`}>
              <span>{money(value)}</span>
            </FigureLink>
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

const height = 40

function HourBars({ hours }: Pick<LotToday, 'hours'>) {
  const parts = hours.map(({ hour, portal, machine, till }) => ({
    hour,
    portal: Math.max(0, portal),
    other: machine + till,
  }))
  const top = Math.max(...parts.map(({ portal, other }) => portal + other), 0)
  const best = parts.find(({ portal, other }) => portal + other === top)
  const share = (value: number) => (top === 0 ? 0 : (value / top) * height)
  const spoken = top === 0 || !best ? 'Nada recebido hoje' : `Melhor hora: ${best.hour}h, ${money(top)}`
  return (
    <figure className={css.bars}>
      <svg viewBox={`0 0 240 ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ hour, portal, other }) => (
          <g key={hour}>
            <rect
              x={hour * 10 + 1}
              width={8}
              y={height - share(portal)}
              height={share(portal)}
              className={css.portal}
            />
            <rect
              x={hour * 10 + 1}
              width={8}
              y={height - share(portal) - share(other)}
              height={share(other)}
              className={css.other}
            />
          </g>
        ))}
      </svg>
      <p className={css.axis} aria-hidden="true">
        <span>0h</span>
        <span>12h</span>
        <span>23h</span>
      </p>
      <figcaption>{spoken}</figcaption>
    </figure>
  )
}
