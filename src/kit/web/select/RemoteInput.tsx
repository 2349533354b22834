import { Live } from '../notice/Live.tsx'
import { useId, useRef, type Ref } from 'react'
import { FieldFrame, type FieldLook } from '../field/Field.tsx'
import fieldCss from '../field/Field.module.css'
import { OptionList } from './OptionList.tsx'
import { statusText, type SelectItem } from './remote.ts'
import css from './RemoteSelect.module.css'
import type { RemoteSource } from './useRemoteOptions.ts'
import { useTypedChoice } from './useTypedChoice.ts'

type RemoteInputProps = FieldLook & {
  source: RemoteSource
  value: SelectItem | null
  /** Null while the text is no option. */
  onChange: (item: SelectItem | null) => void
  /** Text that is no option, at the start and as it is typed. */
  startText?: string
  onType?: (text: string) => void
  onBlur: () => void
  /** The option that a typed or autofilled text means. */
  meant: (items: readonly SelectItem[], text: string) => SelectItem | undefined
  name: string
  autoComplete: string
  required?: boolean
  ref?: Ref<HTMLInputElement>
}

export function RemoteInput(props: RemoteInputProps) {
  const { name, autoComplete, required, ref } = props
  const list = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const choice = useTypedChoice(props, anchor)
  const { open, items, active } = choice
  const listed = open && items.length > 0
  return (
    <FieldFrame {...props}>
      {(ties) => (
        <div className={css.anchor} ref={anchor}>
          <input
            {...ties}
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
          {open && <Found {...props} id={list} choice={choice} />}
        </div>
      )}
    </FieldFrame>
  )
}

type FoundProps = Pick<RemoteInputProps, 'label' | 'value'> & {
  id: string
  choice: ReturnType<typeof useTypedChoice>
}

/** A press keeps the focus in the field. */
function Found({ label, value, id, choice }: FoundProps) {
  const { items, active, status } = choice
  return (
    <div className={css.dropdown} role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <OptionList
        id={id}
        label={label}
        items={items}
        chosen={value ? [value] : []}
        active={active}
        full={false}
        onPoint={choice.point}
        onChoose={choice.choose}
        onNearEnd={choice.loadMore}
      />
      <Live lang="en" className={css.message}>
        {statusText(status, items.length)}
      </Live>
    </div>
  )
}
