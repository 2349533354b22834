import { useState } from 'react'
import { MaskedField } from '#kit/web/field/MaskedField.tsx'
import { useQueryChange } from '#kit/web/route/query.ts'
import { useRoute } from '#kit/web/route/routes.ts'

/** YYYY-MM-DD in the address. */
export function DayFilter({ name, label }: { name: 'from' | 'until'; label: string }) {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const [error, setError] = useState<string>()
  const shown = written(query[name] ?? '')
  const take = (text: string) => {
    if (text === shown) return
    const day = isoDay(text)
    setError(text === '' || day !== null ? undefined : 'Use dd/mm/aaaa.')
    if (text === '' || day !== null) changeQuery({ [name]: day ?? undefined })
  }
  return (
    <MaskedField
      // The back button changes the day.
      key={shown}
      mask="date"
      label={label}
      defaultValue={shown}
      placeholder="dd/mm/aaaa"
      autoComplete="off"
      error={error}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
    />
  )
}

function written(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day.split('-').reverse().join('/') : ''
}

function isoDay(text: string): string | null {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  if (!parts) return null
  const day = `${parts[3]}-${parts[2]}-${parts[1]}`
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day
}
