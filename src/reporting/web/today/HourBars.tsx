import type { LotToday } from '../../today.ts'
import { money } from './money.ts'
import css from './Today.module.css'

const height = 40

/** Portal below, machines and till above. */
export function HourBars({ hours }: Pick<LotToday, 'hours'>) {
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
