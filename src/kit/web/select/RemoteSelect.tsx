import { useId, useRef, type ReactNode, type Ref } from 'react'
import { FieldFrame, type FieldBaseProps } from '../field/Field.tsx'
import fieldCss from '../field/Field.module.css'
import { Icon } from '../Icon.tsx'
import { OptionList } from './OptionList.tsx'
import { selectTexts } from './remoteItems.ts'
import css from './RemoteSelect.module.css'
import { useCombobox, type ComboboxOptions } from './useCombobox.ts'

export type RemoteSelectProps = FieldBaseProps &
  ComboboxOptions & {
    name?: string
    autoComplete?: string
    required?: boolean
    clearable?: boolean
    above?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

export function RemoteSelect(props: RemoteSelectProps) {
  const { name, autoComplete = 'off', required, clearable, above, ref } = props
  const list = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const choice = useCombobox(props, anchor)
  const { open, items, active } = choice
  const listed = open && items.length > 0
  const clear = () => {
    props.onChange(null)
    anchor.current?.querySelector('input')?.focus()
  }
  return (
    <FieldFrame {...props}>
      {(aria) => (
        <>
          {above && <div>{above}</div>}
          <div className={css.anchor} ref={anchor}>
            <input
              {...aria}
              {...choice.field}
              ref={ref}
              name={name}
              role="combobox"
              className={fieldCss.control}
              placeholder="Selecione"
              autoComplete={autoComplete}
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
              aria-required={required || undefined}
              aria-autocomplete="list"
              aria-expanded={listed}
              aria-controls={listed ? list : undefined}
              aria-activedescendant={listed && items[active] ? `${list}-${active}` : undefined}
            />
            {clearable && props.value && <ClearButton onClear={clear} />}
            {open && <OptionList id={list} label={props.label} choice={choice} />}
          </div>
        </>
      )}
    </FieldFrame>
  )
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const label = selectTexts.removeAll
  return (
    <button type="button" lang="en" className={css.clear} title={label} aria-label={label} onClick={onClear}>
      <Icon name="close" size={18} />
    </button>
  )
}
