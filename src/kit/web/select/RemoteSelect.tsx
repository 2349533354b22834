import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import { FieldFrame } from '../field/Field.tsx'
import type { ControlTies, FieldLook } from '../field/Field.tsx'
import { Icon } from '../Icon.tsx'
import type { SelectItem } from './remote.ts'
import css from './RemoteSelect.module.css'
import { SelectPanel } from './SelectPanel.tsx'

export type RemoteSelectProps = FieldLook & {
  /** Answers one of the four list shapes to `?q=term&p=page`. */
  url: string
  /** Further query values, such as a state. */
  params?: Readonly<Record<string, string>>
  value: SelectItem | null
  onChange: (item: SelectItem | null) => void
  onBlur?: () => void
  required?: boolean
  minLength?: number
  maxLength?: number
  ref?: Ref<HTMLButtonElement>
}

/**
 * A choice from a list that lives on the server: `<RemoteSelect label="Cidade" url="/api/gl_city" value={city} onChange={setCity} />`.
 * Opens under the field, or as a full-height dialog on a phone, where the keyboard would hide a drop-down.
 */
export function RemoteSelect(props: RemoteSelectProps) {
  const { label, url, params, value, onChange, onBlur, required, minLength = 0, maxLength, ref } = props
  const opening = useOpening(onBlur)
  const panel = (
    <SelectPanel
      source={params === undefined ? { url } : { url, params }}
      label={label}
      chosen={value ? [value] : []}
      startTerm={opening.startTerm}
      minLength={minLength}
      maxLength={maxLength}
      most={undefined}
      onChoose={(item) => {
        onChange(item)
        opening.close()
      }}
      onClose={opening.close}
    />
  )
  return (
    <FieldFrame {...props}>
      {(ties) => (
        <div className={css.anchor} ref={opening.anchor}>
          <Trigger ties={ties} opening={opening} required={required} refs={ref}>
            {value ? (
              <span className={css.value}>{value.text}</span>
            ) : (
              <span className={css.placeholder}>Selecione</span>
            )}
          </Trigger>
          {opening.shape === 'list' && (
            <div id={opening.listId} className={css.dropdown} role="dialog" aria-label={label}>
              {panel}
            </div>
          )}
          {opening.shape === 'sheet' && (
            <Dialog title={label} shape="sheet" onClose={opening.close}>
              {panel}
            </Dialog>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** Whether the list is open, how, and how it closes. */
export type Opening = ReturnType<typeof useOpening>

/** Opens as a list or, on phones, as a sheet; closes on a press elsewhere and gives the focus back. */
export function useOpening(onBlur: (() => void) | undefined) {
  const [shape, setShape] = useState<'closed' | 'list' | 'sheet'>('closed')
  const [startTerm, setStartTerm] = useState('')
  const anchor = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (shape !== 'list') return
    const away = (event: Event) => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setShape('closed')
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
    }
  }, [shape])
  return {
    shape,
    listId: useId(),
    startTerm,
    anchor,
    trigger,
    open(term = '') {
      setStartTerm(term)
      setShape(matchMedia('(max-width: 599px)').matches ? 'sheet' : 'list')
    },
    close() {
      setShape('closed')
      onBlur?.()
      requestAnimationFrame(() => trigger.current?.focus())
    },
  }
}

type TriggerProps = {
  ties: ControlTies
  opening: Opening
  required: boolean | undefined
  refs: Ref<HTMLButtonElement> | undefined
  children: ReactNode
}

/** The field itself: shows the choice and opens the list. Typing on it starts a search. */
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
