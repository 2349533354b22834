import type { KeyboardEvent } from 'react'

const notTyped = ['checkbox', 'radio', 'hidden', 'submit', 'button', 'file']

/** Moves to the next empty field on Enter; the last one submits. */
export function focusNextField(event: KeyboardEvent<HTMLFormElement>): void {
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
