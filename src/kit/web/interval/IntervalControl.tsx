import { Live } from '../notice/Live.tsx'
import { instantFormat } from '../../text/formats.ts'
import { moveInterval, toggleInterval, type DateInterval } from '../../interval.ts'
import { Checkbox } from '../field/Checkbox.tsx'
import { Icon } from '../Icon.tsx'
import css from './Interval.module.css'

type Props = { interval: DateInterval; onChange: (interval: DateInterval) => void }

export function IntervalControl({ interval, onChange }: Props) {
  const unit = interval.type === 'year' ? 'Ano' : 'Mês'
  return (
    <div className={css.interval} role="group" aria-label="Período">
      <button
        type="button"
        className={css.step}
        aria-label={`${unit} anterior`}
        onClick={() => onChange(moveInterval(interval, -1))}
      >
        <Icon name="back" size={20} />
      </button>
      <Live className={css.name}>{nameOf(interval)}</Live>
      <button
        type="button"
        className={css.step}
        aria-label={`Próximo ${unit.toLowerCase()}`}
        onClick={() => onChange(moveInterval(interval, 1))}
      >
        <Icon name="next" size={20} />
      </button>
      <Checkbox
        label="Ano inteiro"
        checked={interval.checked}
        onChange={() => onChange(toggleInterval(interval))}
      />
    </div>
  )
}

const monthText = instantFormat('pt-BR', { month: 'long', year: 'numeric' })

function nameOf({ type, currentDate }: DateInterval): string {
  if (type === 'year') return currentDate.slice(0, 4)
  return monthText(new Date(`${currentDate}T12:00:00Z`), 'UTC')
}
