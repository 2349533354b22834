import type { FormEvent, ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Field } from '../field/Field.tsx'
import type { FieldProps } from '../field/Field.tsx'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../Icon.tsx'
import { hrefOf, useRoute } from '../route/routes.ts'
import { navigate } from '../route/location.ts'
import css from './List.module.css'

/** A list of things, dimmed while a fresh page is on its way. */
export function Items({ busy, label, children }: { busy: boolean; label: string; children: ReactNode }) {
  return (
    <ul className={css.items} aria-label={label} aria-busy={busy || undefined}>
      {children}
    </ul>
  )
}

/** In the place of a list that has nothing: why, and what to do. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <section className={css.empty}>
      <Icon name={icon} size={40} />
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Text search of a list; what is sought lives in the address, as `q`, and the list starts over at page 1. */
export function Search({ label, ...field }: Pick<FieldProps, 'label' | 'hint' | 'inputMode'>) {
  const { name, params, query } = useRoute()
  const seek = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('q')
    const q = typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : undefined
    navigate(hrefOf(name, params, { ...query, q, page: undefined }).slice(1), { name })
  }
  return (
    <form role="search" className={css.search} onSubmit={seek}>
      <Field
        key={query['q']}
        {...field}
        label={label}
        name="q"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        defaultValue={query['q']}
      />
      <Button look="plain" type="submit" icon="search">
        Buscar
      </Button>
    </form>
  )
}
