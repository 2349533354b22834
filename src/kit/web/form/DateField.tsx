import { useEffect, useRef } from 'react'
import { useController } from 'react-hook-form'
import { formatDay, parseDay } from '../../calendar.ts'
import type { FieldBaseProps } from '../field/Field.tsx'
import { MaskedField } from '../field/MaskedField.tsx'
import { useFieldError } from './fields.tsx'

type Props = Omit<FieldBaseProps, 'error'> & { name: string; required?: boolean }

/** Typed as dd/mm/aaaa, with the value 'YYYY-MM-DD'; invalid text stays for the schema. */
export function DateField({ name, ...look }: Props) {
  const { field } = useController({ name })
  const input = useRef<HTMLInputElement | null>(null)
  const value: unknown = field.value
  useEffect(() => {
    const control = input.current
    // `form.reset`, for one, sets the value.
    if (control && typeof value === 'string' && dayOrTyped(control.value) !== value)
      control.value = formatDay(value)
  }, [value])
  return (
    <MaskedField
      {...look}
      mask="date"
      placeholder="dd/mm/aaaa"
      autoComplete="off"
      error={useFieldError(name)}
      name={name}
      defaultValue={typeof value === 'string' ? formatDay(value) : ''}
      onInput={(event) => field.onChange(dayOrTyped(event.currentTarget.value))}
      onBlur={field.onBlur}
      ref={(control) => {
        input.current = control
        field.ref(control)
      }}
    />
  )
}

function dayOrTyped(typed: string): string {
  return parseDay(typed) ?? typed
}
