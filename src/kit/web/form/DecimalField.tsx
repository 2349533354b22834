import { useState, type KeyboardEvent } from 'react'
import { useController } from 'react-hook-form'
import { decimalText, readDecimal, stepped } from '../field/decimal.ts'
import { Field, type FieldLook } from '../field/Field.tsx'
import { useFieldError } from './fields.tsx'

type Props = Omit<FieldLook, 'error'> & {
  name: string
  required?: boolean
  places?: number
}

/** A number, null when empty, or invalid text for the schema. */
export function DecimalField({ name, places = 2, ...look }: Props) {
  const { field } = useController({ name })
  const [typed, setTyped] = useState<string | null>(null)
  const stored: unknown = field.value
  const shown =
    typed ??
    (typeof stored === 'number' ? decimalText(stored, places) : typeof stored === 'string' ? stored : '')
  const take = (text: string) => {
    setTyped(text)
    field.onChange(text.trim() === '' ? null : (readDecimal(text, places) ?? text))
  }
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
    const from = typeof stored === 'number' ? stored : stored === null || stored === undefined ? 0 : null
    if (by === null || from === null) return
    event.preventDefault()
    const next = stepped(from, by, places)
    setTyped(decimalText(next, places))
    field.onChange(next)
  }
  return (
    <Field
      {...look}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      error={useFieldError(name)}
      onChange={(event) => take(event.target.value)}
      onKeyDown={step}
      onBlur={() => {
        setTyped(null)
        field.onBlur()
      }}
      ref={field.ref}
    />
  )
}
