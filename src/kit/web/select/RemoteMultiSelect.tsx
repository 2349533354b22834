import { Icon } from '../Icon.tsx'
import { selectTexts, type SelectItem } from './remote.ts'
import { RemoteSelect, type RemoteSelectProps } from './RemoteSelect.tsx'
import css from './RemoteSelect.module.css'

type Props = Pick<RemoteSelectProps, 'label' | 'source'> & {
  value: readonly SelectItem[]
  onChange: (items: readonly SelectItem[]) => void
  most?: number
}

/** As `RemoteSelect`, for several items. */
export function RemoteMultiSelect({ value, onChange, most = Infinity, ...field }: Props) {
  const toggle = (item: SelectItem | null) => {
    const kept = value.filter((one) => one.id !== item?.id)
    onChange(item && kept.length === value.length ? [...value, item] : kept)
  }
  return (
    <RemoteSelect
      {...field}
      value={null}
      onChange={toggle}
      several={{ chosen: value, most }}
      above={value.length > 0 && <Chosen items={value} onRemove={toggle} onRemoveAll={() => onChange([])} />}
    />
  )
}

type ChosenProps = {
  items: readonly SelectItem[]
  onRemove: (item: SelectItem) => void
  onRemoveAll: () => void
}

function Chosen({ items, onRemove, onRemoveAll }: ChosenProps) {
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
