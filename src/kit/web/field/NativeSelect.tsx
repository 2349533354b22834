import type { ComponentProps } from 'react'
import { FieldFrame, type FieldBaseProps } from './Field.tsx'
import fieldCss from './Field.module.css'
import css from './NativeSelect.module.css'

export type Choice = { readonly value: string; readonly text: string }

export type NativeSelectProps = FieldBaseProps &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> & { choices: readonly Choice[] }

export function NativeSelect({ label, hint, error, required, choices, ...select }: NativeSelectProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required}>
      {(aria) => (
        <select
          {...select}
          {...aria}
          aria-required={required || undefined}
          className={`${fieldCss.control} ${css.select}`}
        >
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
