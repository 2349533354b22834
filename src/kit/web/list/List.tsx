import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Field, type FieldProps } from '../field/Field.tsx'
import { Icon, type IconName } from '../Icon.tsx'
import { useRoute } from '../route/routes.ts'
import { useQueryChange } from '../route/useQueryChange.ts'
import css from './List.module.css'

export function ItemList({ busy, label, children }: { busy: boolean; label: string; children: ReactNode }) {
  return (
    <ul className={`${css.items} stack`} aria-label={label} aria-busy={busy || undefined}>
      {children}
    </ul>
  )
}

type EmptyStateProps = { icon: IconName; title: string; children?: ReactNode }

export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <section className={css.empty}>
      <Icon name={icon} size={40} />
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The text is the query value `q`. */
export function SearchForm({ label, ...field }: SearchFormProps) {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const control = useRef<HTMLInputElement>(null)
  const q = query['q'] ?? ''
  // The back button changes the query.
  useEffect(() => {
    if (control.current) control.current.value = q
  }, [q])
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
      <Button variant="plain" type="submit" icon="search">
        Buscar
      </Button>
    </form>
  )
}

type SearchFormProps = Pick<FieldProps, 'label' | 'hint' | 'inputMode'>
