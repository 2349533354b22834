import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { ControlTies } from '../field/Field.tsx'
import { Icon } from '../Icon.tsx'
import css from './RemoteSelect.module.css'
import type { Opening } from './useOpening.ts'

type TriggerProps = {
  ties: ControlTies
  opening: Opening
  required: boolean | undefined
  refs: Ref<HTMLButtonElement> | undefined
  children: ReactNode
}

export function Trigger({ ties, opening, required, refs, children }: TriggerProps) {
  const open = opening.shape !== 'closed'
  const onKeyDown = (event: KeyboardEvent) => {
    const letter =
      event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!letter && event.key !== 'ArrowDown') return
    event.preventDefault()
    opening.open(letter ? event.key : '')
  }
  return (
    <button
      {...ties}
      ref={(button) => {
        opening.trigger.current = button
        if (typeof refs === 'function') refs(button)
        else if (refs) refs.current = button
      }}
      type="button"
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={opening.shape === 'list' ? opening.listId : undefined}
      aria-required={required || undefined}
      className={css.trigger}
      onClick={() => (open ? opening.close() : opening.open())}
      onKeyDown={onKeyDown}
    >
      {children}
      <Icon name="down" size={20} />
    </button>
  )
}
