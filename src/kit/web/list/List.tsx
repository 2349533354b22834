import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Field, type FieldProps } from '../field/Field.tsx'
import { Icon, type IconName } from '../Icon.tsx'
import { useRoute } from '../route/routes.ts'
import { useQueryChange } from '../route/query.ts'
import css from './List.module.css'

export function Items({ busy, label, children }: { busy: boolean; label: string; children: ReactNode }) {
  return (
    <ul className={css.items} aria-label={label} aria-busy={busy || undefined}>
      {children}
    </ul>
  )
}

export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <section className={css.empty}>
      <Icon name={icon} size={40} />
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The text is the query value `q`. `startsHere`: it gets the focus. */
export function Search({ label, startsHere, ...field }: SearchProps) {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const control = useRef<HTMLInputElement>(null)
  const q = query['q'] ?? ''
  // The back button changes the query.
  useEffect(() => {
    if (control.current) control.current.value = q
  }, [q])
  useEffect(() => {
    if (startsHere) control.current?.focus()
  }, [startsHere])
  const seek = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    changeQuery({ q: control.current?.value.trim() || undefined })
  }
  return (
    <form role="search" className={css.search} onSubmit={seek}>
      <Field
        {...field}
        label={label}
        name="q"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={q}
        ref={control}
      />
      <Button look="plain" type="submit" icon="search">
        Buscar
      </Button>
    </form>
  )
}

type SearchProps = Pick<FieldProps, 'label' | 'hint' | 'inputMode'> & { startsHere?: boolean | undefined }
