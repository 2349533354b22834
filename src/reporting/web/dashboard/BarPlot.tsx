import { useId } from 'react'
import css from './Dashboard.module.css'

type Bar = {
  /** '21' or 'nov'. */
  label: string
  value: number
  second?: number
}

type Props = {
  title: string
  total: string
  bars: readonly Bar[]
  unit: (value: number) => string
}

const height = 100

/** The table below has the numbers for screen readers. */
export function BarPlot({ title, total, bars, unit }: Props) {
  const heading = useId()
  const top = Math.max(...bars.map(({ value, second = 0 }) => value + second), 0)
  const share = (value: number) => (top === 0 ? 0 : (value / top) * height)
  return (
    <section className={css.plot} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        <p className={css.total}>{total}</p>
      </header>
      <p className={css.top}>{top === 0 ? 'Nada neste período' : `máximo ${unit(top)}`}</p>
      <svg viewBox={`0 0 ${bars.length * 10} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value, second = 0 }, i) => (
          <g key={label}>
            <rect
              x={i * 10 + 1}
              y={height - share(value)}
              width={8}
              height={share(value)}
              className={css.bar}
            />
            <rect
              x={i * 10 + 1}
              y={height - share(value) - share(second)}
              width={8}
              height={share(second)}
              className={css.second}
            />
          </g>
        ))}
      </svg>
      <p className={css.axis} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars[Math.floor(bars.length / 2)]?.label}</span>
        <span>{bars[bars.length - 1]?.label}</span>
      </p>
    </section>
  )
}
