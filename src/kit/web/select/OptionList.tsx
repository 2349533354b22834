import { useEffect } from 'react'
import { Icon } from '../Icon.tsx'
import type { SelectItem } from './remote.ts'
import css from './RemoteSelect.module.css'

type Props = {
  id: string
  label: string
  items: readonly SelectItem[]
  chosen: readonly SelectItem[]
  active: number
  full: boolean
  onPoint: (at: number) => void
  onChoose: (item: SelectItem) => void
  onNearEnd: () => void
}

const nearEndPx = 50

export function OptionList({ id, label, items, chosen, active, full, onPoint, onChoose, onNearEnd }: Props) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  if (items.length === 0) return null
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={label}
      className={css.list}
      tabIndex={-1}
      onScroll={(event) => {
        const box = event.currentTarget
        if (box.scrollHeight - box.scrollTop - box.clientHeight <= nearEndPx) onNearEnd()
      }}
    >
      {items.map((item, i) => {
        const picked = chosen.some((one) => one.id === item.id)
        return (
          <li
            key={item.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={picked}
            aria-disabled={(full && !picked) || undefined}
            className={i === active ? css.active : css.option}
            onPointerMove={() => onPoint(i)}
            onClick={() => onChoose(item)}
          >
            <span>{item.text}</span>
            {picked && <Icon name="check" size={20} />}
          </li>
        )
      })}
    </ul>
  )
}
