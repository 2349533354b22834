import type { ReactNode } from 'react'
import { createDateFormat } from '#kit/text/formats.ts'
import { Checkbox } from '#kit/web/field/Checkbox.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { localDay } from '#kit/web/time/localDay.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { formatInterval, moveInterval, parseInterval, toggleInterval, type DateInterval } from './interval.ts'
import css from './Interval.module.css'

/** `period` of the query, by default the current month. */
export function useIntervalQuery(): [DateInterval, (interval: DateInterval) => void] {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const interval = parseInterval(query['period'], localDay(serverTime()))
  return [interval, (next) => changeQuery({ period: formatInterval(next) })]
}

export function currentMonth(): DateInterval {
  return parseInterval(undefined, localDay(serverTime()))
}

type Props = {
  interval: DateInterval
  onChange: (interval: DateInterval) => void
  children?: ReactNode
}

export function IntervalControl({ interval, onChange, children }: Props) {
  const unit = interval.type === 'year' ? 'Ano' : 'Mês'
  return (
    <div className={css.controls}>
      <div className={css.interval} role="group" aria-label="Período">
        <StepButton
          icon="back"
          label={`${unit} anterior`}
          onClick={() => onChange(moveInterval(interval, -1))}
        />
        <LiveRegion className={css.name}>{intervalName(interval)}</LiveRegion>
        <StepButton
          icon="next"
          label={`Próximo ${unit.toLowerCase()}`}
          onClick={() => onChange(moveInterval(interval, 1))}
        />
        <Checkbox
          label="Ano inteiro"
          checked={interval.checked}
          onChange={() => onChange(toggleInterval(interval))}
        />
      </div>
      {children}
    </div>
  )
}

type StepProps = { icon: 'back' | 'next'; label: string; onClick: () => void }

function StepButton({ icon, label, onClick }: StepProps) {
  return (
    <button type="button" className={css.step} aria-label={label} onClick={onClick}>
      <Icon name={icon} size={20} />
    </button>
  )
}

const monthText = createDateFormat('pt-BR', { month: 'long', year: 'numeric' })

function intervalName({ type, currentDate }: DateInterval): string {
  if (type === 'year') return currentDate.slice(0, 4)
  return monthText(new Date(`${currentDate}T12:00:00Z`), 'UTC')
}
