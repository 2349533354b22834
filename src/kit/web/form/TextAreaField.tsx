import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { FieldFrame } from '../field/Field.tsx'
import fieldCss from '../field/Field.module.css'
import { useFieldError } from './fields.tsx'
import css from './TextAreaField.module.css'

type Props = { name: string; label: string; hint?: ReactNode; required: boolean; maxLength: number }

export function TextAreaField({ name, label, hint, required, maxLength }: Props) {
  const form = useFormContext()
  return (
    <FieldFrame label={label} hint={hint} error={useFieldError(name)} required={required}>
      {(aria) => (
        <textarea
          {...form.register(name)}
          {...aria}
          rows={3}
          maxLength={maxLength}
          aria-required={required || undefined}
          className={`${fieldCss.control} ${css.area}`}
        />
      )}
    </FieldFrame>
  )
}
