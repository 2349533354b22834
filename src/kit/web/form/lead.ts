import type { KeyboardEvent } from 'react'

const notTyped = ['checkbox', 'radio', 'hidden', 'submit', 'button', 'file']

/**
 * Enter leads to the next field that is empty, past those that something filled in; in the last one it sends the form,
 * as it does in any other.
 */
export function leadOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
  if (notTyped.includes(target.type)) return
  const fields = [...currentTarget.querySelectorAll('input')]
  const after = fields.slice(fields.indexOf(target) + 1)
  const next = after.find(
    ({ type, value, disabled }) => value === '' && !disabled && !notTyped.includes(type),
  )
  if (!next) return
  event.preventDefault()
  next.focus()
}
