import { lookUp } from '#kit/text/lookUp.ts'
import { Icon } from '#kit/web/Icon.tsx'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { shortestSearch } from '../backoffice.ts'
import css from './Search.module.css'
import { groupsOf, messageOf, type Result } from './results.ts'
import { useResults } from './useResults.ts'

const label = 'Ticket, placa, reserva, pagamento, pessoa ou tela'

type Props = {
  onOpen: (result: Result) => void
  /** It takes the focus, and shows results of a text only. */
  isInPage?: true
}

export function SearchBox({ onOpen, isInPage }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isInPage) field.current?.focus({ preventScroll: true })
  }, [isInPage])
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const found = useResults(text, onOpen)
  const isShown = !isInPage || text.trim().length >= shortestSearch
  const results = isShown ? found.results : []
  const type = (typed: string) => {
    setText(typed)
    setActive(0)
  }
  const chosen = results[active]
  const press = (event: KeyboardEvent) => {
    const step = lookUp(steps, event.key)
    if (step !== undefined) setActive((active + step + results.length) % Math.max(1, results.length))
    else if (event.key === 'Escape' && isInPage) type('')
    else if (event.key !== 'Enter') return
    else if (chosen) onOpen(chosen)
    else if (isShown) found.openFirst()
    event.preventDefault()
  }
  return (
    <div className={`stack loose ${isInPage ? css.inPage : ''}`}>
      <div className={css.field}>
        <Icon name="search" size={20} />
        <input
          {...fieldProps}
          role="combobox"
          ref={field}
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${active}`}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={press}
        />
      </div>
      <div className={isShown ? css.found : undefined}>
        <ResultList id={id} results={results} active={active} onOpen={onOpen} />
        <LiveRegion className={css.message}>{messageOf(found.state, text, results.length)}</LiveRegion>
      </div>
    </div>
  )
}

const fieldProps = {
  type: 'text',
  enterKeyHint: 'search',
  'aria-label': label,
  'aria-autocomplete': 'list',
  placeholder: label,
  autoComplete: 'off',
  spellCheck: false,
  'data-autofocus': '',
} as const

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

type ListProps = {
  id: string
  results: readonly Result[]
  active: number
  onOpen: (result: Result) => void
}

function ResultList({ id, results, active, onOpen }: ListProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Resultados" className={css.list}>
      {groupsOf(results).map(({ name, rows }, place) => (
        <div key={name} role="group" aria-labelledby={`${id}-group-${place}`}>
          <p id={`${id}-group-${place}`}>{name}</p>
          {rows.map((result) => {
            const at = results.indexOf(result)
            return (
              <div
                key={result.to}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                className={css.result}
                ref={at === active ? scrollIntoView : undefined}
                onClick={() => onOpen(result)}
              >
                <strong>{result.title}</strong>
                <span className="small">{result.detail}</span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
