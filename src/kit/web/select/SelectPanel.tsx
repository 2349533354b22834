import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Icon } from '../Icon.tsx'
import { selectTexts, termProblem } from './remote.ts'
import type { SelectItem } from './remote.ts'
import css from './RemoteSelect.module.css'
import { useRemoteOptions } from './useRemoteOptions.ts'
import type { RemoteSource } from './useRemoteOptions.ts'

type Props = {
  source: RemoteSource
  label: string
  chosen: readonly SelectItem[]
  startTerm: string
  minLength: number
  maxLength: number | undefined
  /** How many may be chosen; undefined for a single choice. */
  most: number | undefined
  onChoose: (item: SelectItem) => void
  onClose: () => void
}

const nearEndPx = 50

/** The search field and its list, inside a drop-down or a phone's full-height dialog. */
export function SelectPanel(props: Props) {
  const { source, label, chosen, minLength, maxLength, most, onChoose, onClose } = props
  const [term, setTerm] = useState(props.startTerm)
  const [active, setActive] = useState(0)
  const search = useRef<HTMLInputElement>(null)
  const list = useId()
  const problem = termProblem(term, minLength, maxLength)
  const { items, status, loadMore } = useRemoteOptions(source, problem === null ? term : null)
  const shown = problem === null ? items : []
  const full = most !== undefined && chosen.length >= most
  useEffect(() => search.current?.focus(), [])
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, list])

  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (move !== undefined && shown.length > 0) {
      event.preventDefault()
      const to = Math.min(shown.length - 1, Math.max(0, active + move))
      setActive(to)
      if (to >= shown.length - 3) loadMore()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const item = shown[active]
      if (item && !full) onChoose(item)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Tab') onClose()
  }

  return (
    <div className={css.panel}>
      <div className={css.search}>
        <Icon name="search" size={20} />
        <input
          ref={search}
          role="combobox"
          type="search"
          enterKeyHint="done"
          aria-label={`Buscar: ${label}`}
          aria-autocomplete="list"
          aria-expanded={shown.length > 0}
          aria-controls={shown.length > 0 ? list : undefined}
          aria-activedescendant={shown[active] ? `${list}-${active}` : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={term}
          onChange={(event) => {
            setTerm(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {shown.length > 0 && (
        <ul
          id={list}
          role="listbox"
          aria-label={label}
          className={css.list}
          tabIndex={-1}
          onScroll={(event) => {
            const box = event.currentTarget
            if (box.scrollHeight - box.scrollTop - box.clientHeight <= nearEndPx) loadMore()
          }}
        >
          {shown.map((item, i) => (
            <li
              key={item.id}
              id={`${list}-${i}`}
              role="option"
              aria-selected={chosen.some((one) => one.id === item.id)}
              aria-disabled={full || undefined}
              className={i === active ? css.active : css.option}
              onPointerMove={() => setActive(i)}
              onClick={() => !full && onChoose(item)}
            >
              <span>{item.text}</span>
              {chosen.some((one) => one.id === item.id) && <Icon name="check" size={20} />}
            </li>
          ))}
        </ul>
      )}
      <p role="status" lang="en" className={css.message}>
        {full ? selectTexts.full(most) : (problem ?? messageOf(status, shown.length))}
      </p>
    </div>
  )
}

function messageOf(status: 'searching' | 'more' | 'ready' | 'failed', count: number): string {
  if (status === 'searching') return selectTexts.searching
  if (status === 'more') return selectTexts.loadingMore
  if (status === 'failed') return selectTexts.failed
  return count === 0 ? selectTexts.none : ''
}
