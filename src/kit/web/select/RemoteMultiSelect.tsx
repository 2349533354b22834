import { Icon } from '../Icon.tsx'
import { selectTexts, type SelectItem } from './remoteItems.ts'
import { RemoteSelect, type RemoteSelectProps } from './RemoteSelect.tsx'
import css from './RemoteSelect.module.css'

type Props = Pick<RemoteSelectProps, 'label' | 'source'> & {
  value: readonly SelectItem[]
  onChange: (items: readonly SelectItem[]) => void
  maxItems?: number
}

export function RemoteMultiSelect({ value, onChange, maxItems = Infinity, ...field }: Props) {
  const toggle = (item: SelectItem | null) => {
    const kept = value.filter((one) => one.id !== item?.id)
    onChange(item && kept.length === value.length ? [...value, item] : kept)
  }
  return (
    <RemoteSelect
      {...field}
      value={null}
      onChange={toggle}
      multiple={{ chosen: value, most: maxItems }}
      above={
        value.length > 0 && <ChosenItems items={value} onRemove={toggle} onRemoveAll={() => onChange([])} />
      }
    />
  )
}

type ChosenItemsProps = {
  items: readonly SelectItem[]
  onRemove: (item: SelectItem) => void
  onRemoveAll: () => void
}

function ChosenItems({ items, onRemove, onRemoveAll }: ChosenItemsProps) {
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
