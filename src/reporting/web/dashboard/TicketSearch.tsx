import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Field } from '#kit/web/field/Field.tsx'
import { go } from '#kit/web/route/routes.ts'
import css from './Dashboard.module.css'

export function TicketSearch() {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    go('staff.tickets', { query: { q: text.trim() } })
  }
  return (
    <form role="search" className={css.search} onSubmit={search}>
      <Field
        label="Código do ticket ou placa"
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        ref={field}
      />
      <Button type="submit" icon="search">
        Buscar ticket
      </Button>
    </form>
  )
}
