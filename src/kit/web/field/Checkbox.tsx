import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import css from './Checkbox.module.css'
import { FieldError, ariaPropsOf } from './Field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'id'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, hint, error, ...input }: Props) {
  const id = useId()
  return (
    <div className={css.box}>
      <label className={css.line}>
        <input {...input} {...ariaPropsOf(id, { hint, error })} type="checkbox" />
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
      <FieldError id={id} error={error} />
    </div>
  )
}
