import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { readDay } from '../../calendar.ts'

const texts = ['text', 'email', 'tel', 'password', 'search']

/** Scripts and password managers may set values without an event that React sees. */
export function takeShownValues<T extends FieldValues>(
  form: UseFormReturn<T>,
  element: HTMLFormElement,
): void {
  for (const input of element.querySelectorAll('input')) {
    if (!texts.includes(input.type) || input.readOnly) continue
    const { name, value: shown } = input
    const values = form.getValues()
    if (!isField(values, name)) input.dispatchEvent(new Event('change'))
    else if (typeof values[name] === 'string' && shown !== values[name] && readDay(shown) !== values[name])
      form.setValue(name, { ...values, [name]: shown }[name])
  }
}

export function isField<T extends FieldValues>(values: T, name: string): name is Path<T> {
  return Object.prototype.hasOwnProperty.call(values, name)
}
