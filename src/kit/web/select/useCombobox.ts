import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { lookUp } from '../../text/lookUp.ts'
import { selectTexts, statusText, termProblem, type SelectItem } from './remoteItems.ts'
import { useRemoteOptions, type RemoteSource } from './useRemoteOptions.ts'

export type ComboboxOptions = {
  source: RemoteSource
  /** Null where several can be chosen. */
  value: SelectItem | null
  onChange: (item: SelectItem | null) => void
  onBlur?: () => void
  multiple?: { chosen: readonly SelectItem[]; most: number }
  minLength?: number
  maxLength?: number
  /** The option that a typed or autofilled text means. Without it typing only searches. */
  findMatch?: (items: readonly SelectItem[], text: string) => SelectItem | undefined
  /** Text that is no option, at the start and as it is typed. */
  initialText?: string
  onType?: (text: string) => void
}

export function useCombobox(options: ComboboxOptions, anchor: RefObject<HTMLElement | null>) {
  const { value, onChange, onBlur, multiple, findMatch, onType, initialText } = options
  const [typed, setTyped] = useState<string | null>(initialText || null)
  const [open, setOpen] = useState(false)
  const [focused, setFocused] = useState(false)
  const listed = useOptionList(options, typed ?? (open ? '' : null), open)

  const noteChoice = useSelectTextOnFill(focused && typed === null ? value?.id : undefined, anchor)
  const choose = (item: SelectItem) => {
    if (listed.isFull && !listed.chosen.some(({ id }) => id === item.id)) return
    noteChoice(item.id)
    setTyped(null)
    setOpen(multiple !== undefined)
    onChange(item)
  }
  const show = () => {
    if (open) return
    setOpen(true)
    scrollFieldIntoView(anchor.current)
  }
  // A fully typed name is chosen, even if a CEP has chosen another option.
  useAutoChoose(typed === null || focused ? undefined : findMatch?.(listed.items, typed), choose)

  const take = (text: string) => {
    setTyped(text)
    if (findMatch && value) onChange(null)
    onType?.(text)
  }
  // An option chosen by a CEP replaces partial text, but not in the focused field.
  const shown = (focused ? typed : null) ?? value?.text ?? typed ?? ''
  useInputValue(anchor, { shown, typed, take })

  const field = {
    defaultValue: shown,
    onClick: show,
    onKeyDown: (event: KeyboardEvent) =>
      chooseByKey(event, { ...listed, open, searches: !findMatch, typed, show, choose, setOpen }),
    onChange(event: ChangeEvent<HTMLInputElement>) {
      take(event.target.value)
      // Autofill must not open the list.
      if (document.activeElement === event.target) show()
    },
    onFocus(event: FocusEvent<HTMLInputElement>) {
      setFocused(true)
      if (value) setTyped(null)
      event.target.select()
    },
    onBlur() {
      setFocused(false)
      setOpen(false)
      if (!findMatch) setTyped(null)
      onBlur?.()
    },
  }
  return { ...listed, field, open, choose }
}

function useOptionList(choosing: ComboboxOptions, term: string | null, open: boolean) {
  const { source, value, multiple, minLength = 0, maxLength } = choosing
  const problem = term === null ? null : termProblem(term, minLength, maxLength)
  const { items: found, status, loadMore } = useRemoteOptions(source, problem === null ? term : null)
  const items = problem === null ? found : []
  const chosen = multiple?.chosen ?? (value ? [value] : [])
  const isFull = multiple !== undefined && chosen.length >= multiple.most
  const message = isFull ? selectTexts.full(multiple.most) : (problem ?? statusText(status, items.length))
  const [active, setActive] = useState(0)
  useEffect(() => setActive(0), [term, open])
  const point = (to: number) => {
    const at = Math.min(items.length - 1, Math.max(0, to))
    setActive(at)
    if (at >= items.length - 3) loadMore()
  }
  return { items, chosen, isFull, message, loadMore, active, setActive, point }
}

/** A phone's keyboard covers the lower half. */
function scrollFieldIntoView(field: HTMLElement | null): void {
  const isPhone = matchMedia('(max-width: 37.49em)').matches
  field?.scrollIntoView({ block: isPhone ? 'start' : 'center' })
}

/** Selects the text that a CEP filled in. The returned function notes a choice of the person. */
function useSelectTextOnFill(chosen: string | undefined, anchor: RefObject<HTMLElement | null>) {
  const chosenHere = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (chosen !== undefined && chosen !== chosenHere.current)
      anchor.current?.querySelector('input')?.select()
  }, [chosen, anchor])
  return (id: string) => {
    chosenHere.current = id
  }
}

type InputValue = { shown: string; typed: string | null; take: (text: string) => void }

/** Uncontrolled: a render would take away a value that a script set without an event. */
function useInputValue(anchor: RefObject<HTMLElement | null>, { shown, typed, take }: InputValue) {
  useLayoutEffect(() => {
    const input = anchor.current?.querySelector('input')
    if (input && input.value !== shown) input.value = shown
  }, [anchor, shown, typed])
  useEffect(() => {
    const input = anchor.current?.querySelector('input')
    const notice = () => {
      if (input && input.value !== shown) take(input.value)
    }
    input?.addEventListener('change', notice)
    return () => input?.removeEventListener('change', notice)
  })
}

function useAutoChoose(named: SelectItem | undefined, choose: (item: SelectItem) => void): void {
  const chooseNow = useEffectEvent(choose)
  useEffect(() => {
    if (named) chooseNow(named)
  }, [named])
}

type KeyContext = Pick<ReturnType<typeof useOptionList>, 'items' | 'active' | 'point'> & {
  open: boolean
  searches: boolean
  typed: string | null
  show: () => void
  choose: (item: SelectItem) => void
  setOpen: (open: boolean) => void
}

const arrowSteps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

function chooseByKey(event: KeyboardEvent, keys: KeyContext): void {
  const { items, active, point, open, show, choose, setOpen } = keys
  // Enter must not submit the form without what is being searched for.
  const searching = keys.searches && (open || keys.typed !== null)
  const item = open ? items[active] : undefined
  const by = lookUp(arrowSteps, event.key)
  if (by !== undefined && open) point(active + by)
  else if (event.key === 'ArrowDown') show()
  else if (event.key === 'Enter' && item) choose(item)
  else if (event.key === 'Enter' && searching) show()
  else if (event.key === 'Escape' && open) setOpen(false)
  else return
  event.preventDefault()
  event.stopPropagation()
}
