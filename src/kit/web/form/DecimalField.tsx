import { useState, type KeyboardEvent } from 'react'
import { useController } from 'react-hook-form'
import { Field, type FieldBaseProps } from '../field/Field.tsx'
import { useFieldError } from './fields.tsx'
import { numberText } from '../../text/formats.ts'

type Props = Omit<FieldBaseProps, 'error'> & {
  name: string
  required?: boolean
  places?: number
}

export function DecimalField({ name, places = 2, ...look }: Props) {
  const { field } = useController({ name })
  const [typed, setTyped] = useState<string | null>(null)
  const stored: unknown = field.value
  const shown =
    typed ??
    (typeof stored === 'number' ? decimalText(stored, places) : typeof stored === 'string' ? stored : '')
  const take = (text: string) => {
    setTyped(text)
    field.onChange(text.trim() === '' ? null : (parseDecimal(text, places) ?? text))
  }
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
    const from = typeof stored === 'number' ? stored : stored === null || stored === undefined ? 0 : null
    if (by === null || from === null) return
    event.preventDefault()
    const next = stepDecimal(from, by, places)
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

/** '12,5', '1.234,56' or '12.50'; null for other texts or more than `places` decimals. */
export function parseDecimal(text: string, places = 2): number | null {
  const bare = text.trim().replace(/\s/g, '')
  // A single dot before at most `places` digits is a decimal point.
  const asComputers = new RegExp(`^-?\\d+\\.\\d{1,${Math.max(1, places)}}$`)
  const plain = places === 0 || !asComputers.test(bare) ? toDecimalPoint(bare) : bare
  return new RegExp(`^-?\\d{1,12}(\\.\\d{0,${places}})?$`).test(plain) ? Number(plain) : null
}

/** '1.234,56' -> '1234.56'; other dots make the text invalid. */
function toDecimalPoint(text: string): string {
  return (
    /^-?\d{1,3}(\.\d{3})+(,|$)/.test(text) ? text.replaceAll('.', '') : text.replaceAll('.', 'x')
  ).replace(',', '.')
}

export function decimalText(value: number, places = 2): string {
  return numberText(value, places)
}

export function stepDecimal(value: number, by: 1 | -1, places = 2): number {
  const scale = 10 ** places
  return (Math.round(value * scale) + by) / scale
}
