import { FieldFrame } from '../field/Field.tsx'
import { Icon } from '../Icon.tsx'
import { selectTexts, type SelectItem } from './remote.ts'
import type { RemoteSelectProps } from './RemoteSelect.tsx'
import css from './RemoteSelect.module.css'
import { SelectPanel } from './SelectPanel.tsx'
import { Opened } from './Opened.tsx'
import { Trigger } from './Trigger.tsx'
import { useOpening } from './useOpening.ts'

type Props = Omit<RemoteSelectProps, 'value' | 'onChange'> & {
  value: readonly SelectItem[]
  onChange: (items: readonly SelectItem[]) => void
  most?: number
}

/** As `RemoteSelect`, for several items. */
export function RemoteMultiSelect({ value, onChange, most = Number.POSITIVE_INFINITY, ...props }: Props) {
  const opening = useOpening(props.onBlur)
  const toggle = (item: SelectItem) => {
    const kept = value.filter((one) => one.id !== item.id)
    onChange(kept.length === value.length ? [...value, item] : kept)
  }
  const panel = (
    <SelectPanel
      source={props.params === undefined ? { url: props.url } : { url: props.url, params: props.params }}
      label={props.label}
      chosen={value}
      startTerm={opening.startTerm}
      minLength={props.minLength ?? 0}
      maxLength={props.maxLength}
      most={most}
      onChoose={toggle}
      onClose={opening.close}
    />
  )
  return (
    <FieldFrame {...props}>
      {(ties) => (
        <div className={css.anchor} ref={opening.anchor}>
          <Chosen items={value} onRemove={toggle} onRemoveAll={() => onChange([])} />
          <Trigger ties={ties} opening={opening} required={props.required} refs={props.ref}>
            <span className={css.placeholder}>Selecione</span>
          </Trigger>
          <Opened opening={opening} label={props.label}>
            {panel}
          </Opened>
        </div>
      )}
    </FieldFrame>
  )
}

type ChosenProps = {
  items: readonly SelectItem[]
  onRemove: (item: SelectItem) => void
  onRemoveAll: () => void
}

function Chosen({ items, onRemove, onRemoveAll }: ChosenProps) {
  if (items.length === 0) return null
  return (
    <ul className={css.chosen}>
      {items.map((item) => (
        <li key={item.id}>
          <button type="button" aria-label={`Remover ${item.text}`} onClick={() => onRemove(item)}>
            <span>{item.text}</span>
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" lang="en" onClick={onRemoveAll}>
          {selectTexts.removeAll}
        </button>
      </li>
    </ul>
  )
}
