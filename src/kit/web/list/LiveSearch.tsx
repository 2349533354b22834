import { type FormEvent, useEffect, useRef } from 'react'
import fieldCss from '../field/Field.module.css'
import { useRoute } from '../route/routes.ts'
import { useQueryChange } from '../route/useQueryChange.ts'
import css from './List.module.css'

const debounceMs = 250

/** `typed` after the last key, `entered` at Enter. */
export type SearchedBy = 'typed' | 'entered'

type Props = { label: string; onSearch?: ((by: SearchedBy) => void) | undefined }

/** Replaces the query value `q` 250 ms after the last key, or at Enter. */
export function LiveSearch({ label, onSearch }: Props) {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const control = useRef<HTMLInputElement>(null)
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)
  const q = query['q'] ?? ''
  const sought = useRef(q)
  useEffect(() => {
    // A link changes the query; an answer to what was typed leaves the field alone.
    if (control.current && q !== sought.current) control.current.value = q
    sought.current = q
  }, [q])
  useEffect(() => {
    // Not away from an action beside the title.
    if (!document.activeElement?.closest('header :is(a, button, li)')) control.current?.focus()
    return () => clearTimeout(timeout.current)
  }, [])
  const seek = (by: SearchedBy) => {
    clearTimeout(timeout.current)
    sought.current = control.current?.value.trim() ?? ''
    onSearch?.(by)
    changeQuery({ q: sought.current || undefined }, { replace: true })
  }
  const seekEntered = (event: FormEvent) => {
    event.preventDefault()
    seek('entered')
  }
  const seekSoon = () => {
    clearTimeout(timeout.current)
    timeout.current = setTimeout(() => seek('typed'), debounceMs)
  }
  return (
    <form role="search" className={css.live} onSubmit={seekEntered}>
      <input
        className={fieldCss.control}
        ref={control}
        name="q"
        type="search"
        aria-label={label}
        placeholder={label}
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={q}
        onChange={seekSoon}
      />
    </form>
  )
}
