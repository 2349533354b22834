import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import css from './Checkbox.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'id'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, hint, error, ...input }: Props) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={css.box}>
      <label className={css.line}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described || undefined}
        />
        <span className={css.mark}>
          <Icon name="check" size={18} />
        </span>
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={css.error} id={`${id}-error`}>
          <Icon name="alert" size={18} />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
