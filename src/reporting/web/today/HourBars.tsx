import type { LotToday } from '../../today.ts'
import { bestHour, hourSums } from './bestHour.ts'
import css from './Today.module.css'

const barHeight = 20

export function HourBars({ hours }: Pick<LotToday, 'hours'>) {
  const sums = hourSums(hours)
  const top = Math.max(...sums.map(({ value }) => value), 0)
  if (top === 0)
    return (
      <span role="img" aria-label={bestHour(hours)}>
        —
      </span>
    )
  return (
    <svg className={css.bars} viewBox={`0 0 120 ${barHeight}`} role="img" aria-label={bestHour(hours)}>
      {sums.map(({ hour, value }) => {
        const height = (value / top) * barHeight
        return <rect key={hour} x={hour * 5} width={4} y={barHeight - height} height={height} />
      })}
    </svg>
  )
}
