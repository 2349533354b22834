import type { Ref } from 'react'
import { Icon } from '../Icon.tsx'
import { FieldFrame, type FieldLook } from '../field/Field.tsx'
import { selectTexts, type SelectItem } from './remote.ts'
import css from './RemoteSelect.module.css'
import { SelectPanel } from './SelectPanel.tsx'
import { Opened } from './Opened.tsx'
import { Trigger } from './Trigger.tsx'
import { useOpening } from './useOpening.ts'

export type RemoteSelectProps = FieldLook & {
  /** Answers one of the four list shapes to `?q=term&p=page`. */
  url: string
  params?: Readonly<Record<string, string>>
  value: SelectItem | null
  onChange: (item: SelectItem | null) => void
  onBlur?: () => void
  required?: boolean
  minLength?: number
  maxLength?: number
  clearable?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A dropdown, or a full-height dialog on phones. */
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
          {props.clearable && value && (
            <Clear
              onClear={() => {
                onChange(null)
                opening.trigger.current?.focus()
              }}
            />
          )}
          <Opened opening={opening} label={label}>
            {panel}
          </Opened>
        </div>
      )}
    </FieldFrame>
  )
}

function Clear({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      lang="en"
      className={css.clear}
      title={selectTexts.removeAll}
      aria-label={selectTexts.removeAll}
      onClick={onClear}
    >
      <Icon name="close" size={18} />
    </button>
  )
}
