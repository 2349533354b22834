import { Live } from '../notice/Live.tsx'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '../Icon.tsx'
import { OptionList } from './OptionList.tsx'
import { selectTexts, statusText, termProblem, type SelectItem } from './remote.ts'
import css from './RemoteSelect.module.css'
import { useRemoteOptions, type RemoteSource } from './useRemoteOptions.ts'

type Props = {
  source: RemoteSource
  label: string
  chosen: readonly SelectItem[]
  startTerm: string
  minLength: number
  maxLength: number | undefined
  /** Undefined for a single choice. */
  most: number | undefined
  onChoose: (item: SelectItem) => void
  onClose: () => void
}

export function SelectPanel(props: Props) {
  const { source, label, chosen, minLength, maxLength, most, onChoose } = props
  const [term, setTerm] = useState(props.startTerm)
  const [active, setActive] = useState(0)
  const list = useId()
  const problem = termProblem(term, minLength, maxLength)
  const { items, status, loadMore } = useRemoteOptions(source, problem === null ? term : null)
  const shown = problem === null ? items : []
  const full = most !== undefined && chosen.length >= most
  const choose = (item: SelectItem | undefined) => {
    if (item && (!full || chosen.some((one) => one.id === item.id))) onChoose(item)
  }
  const keys = {
    active,
    last: shown.length - 1,
    move(to: number) {
      setActive(to)
      if (to >= shown.length - 3) loadMore()
    },
    choose: () => choose(shown[active]),
    close: props.onClose,
  }
  const search = (text: string) => {
    setTerm(text)
    setActive(0)
  }
  const look = { id: list, label, items: shown, chosen, active, full }
  return (
    <div className={css.panel}>
      <SearchBox
        combobox={comboboxOf(list, label, shown, active)}
        term={term}
        onSearch={search}
        keys={keys}
      />
      <OptionList {...look} onPoint={setActive} onChoose={choose} onNearEnd={loadMore} />
      <Live lang="en" className={css.message}>
        {full ? selectTexts.full(most) : (problem ?? statusText(status, shown.length))}
      </Live>
    </div>
  )
}

type SearchProps = {
  combobox: ReturnType<typeof comboboxOf>
  term: string
  onSearch: (text: string) => void
  keys: Keys
}

function SearchBox({ combobox, term, onSearch, keys }: SearchProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <div className={css.search}>
      <Icon name="search" size={20} />
      <input
        ref={input}
        data-autofocus=""
        {...combobox}
        value={term}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => onKey(event, keys)}
      />
    </div>
  )
}

function comboboxOf(list: string, label: string, shown: readonly SelectItem[], active: number) {
  return {
    role: 'combobox',
    type: 'search',
    enterKeyHint: 'done',
    'aria-label': `Buscar: ${label}`,
    'aria-autocomplete': 'list',
    'aria-expanded': shown.length > 0,
    'aria-controls': shown.length > 0 ? list : undefined,
    'aria-activedescendant': shown[active] ? `${list}-${active}` : undefined,
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
  } as const
}

type Keys = {
  active: number
  last: number
  move: (to: number) => void
  choose: () => void
  close: () => void
}

function onKey(event: KeyboardEvent, { active, last, move, choose, close }: Keys): void {
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
  if (by !== undefined && last >= 0) move(Math.min(last, Math.max(0, active + by)))
  else if (event.key === 'Enter') choose()
  else if (event.key === 'Escape') close()
  else return
  event.preventDefault()
  event.stopPropagation()
}
