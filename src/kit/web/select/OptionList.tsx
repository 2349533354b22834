import { useEffect } from 'react'
import { Icon } from '../Icon.tsx'
import { LiveRegion } from '../notice/LiveRegion.tsx'
import css from './RemoteSelect.module.css'
import type { useCombobox } from './useCombobox.ts'

type Props = { id: string; label: string; choice: ReturnType<typeof useCombobox> }

const nearEndPx = 50

/** A press keeps the focus in the field. */
export function OptionList({ id, label, choice }: Props) {
  const { items, active, chosen, isFull, message, loadMore } = choice
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  return (
    <div className={css.dropdown} role="presentation" onMouseDown={(event) => event.preventDefault()}>
      {items.length > 0 && (
        <ul
          id={id}
          role="listbox"
          aria-label={label}
          className={css.list}
          tabIndex={-1}
          onScroll={({ currentTarget: box }) => {
            if (box.scrollHeight - box.scrollTop - box.clientHeight <= nearEndPx) loadMore()
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
                aria-disabled={(isFull && !picked) || undefined}
                className={i === active ? css.active : css.option}
                onPointerMove={() => choice.setActive(i)}
                onClick={() => choice.choose(item)}
              >
                <span>{item.text}</span>
                {picked && <Icon name="check" size={20} />}
              </li>
            )
          })}
        </ul>
      )}
      <LiveRegion lang="en" className={css.message}>
        {message}
      </LiveRegion>
    </div>
  )
}
