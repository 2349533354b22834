import type { ComponentProps, MouseEvent } from 'react'
import { Icon } from '../Icon.tsx'
import css from './Chip.module.css'
import type { Choice } from './NativeSelect.tsx'

type Props = Omit<ComponentProps<'select'>, 'className' | 'children'> & {
  label: string
  /** What is chosen; null shows '+ Label'. */
  text: string | null
  choices: readonly Choice[]
  onRemove?: (() => void) | undefined
}

/** A choice as small as its text: a native select lies over it. */
export function Chip({ label, text, choices, onRemove, ...select }: Props) {
  const remove = ({ currentTarget }: MouseEvent) => {
    // The button goes with its text.
    currentTarget.parentElement?.querySelector('select')?.focus()
    onRemove?.()
  }
  return (
    <div className={`${css.chip} ${text === null ? '' : css.set}`}>
      <span className={css.face}>
        <span aria-hidden="true">{text === null ? `+ ${label}` : `${label}: `}</span>
        <strong aria-hidden="true">{text}</strong>
        <select {...select} aria-label={label}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      </span>
      {text !== null && onRemove && (
        <button type="button" className={css.remove} onClick={remove}>
          <Icon name="close" size={16} />
          <span className="visually-hidden">{`Remover o filtro ${label}`}</span>
        </button>
      )}
    </div>
  )
}
