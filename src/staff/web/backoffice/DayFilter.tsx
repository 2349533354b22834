import { useState } from 'react'
import { formatDay, isDay, parseDay } from '#kit/calendar.ts'
import { MaskedField } from '#kit/web/field/MaskedField.tsx'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import { useRoute } from '#kit/web/route/routes.ts'

/** YYYY-MM-DD in the address. */
export function DayFilter({ name, label }: { name: 'from' | 'until'; label: string }) {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const [error, setError] = useState<string>()
  const asked = query[name] ?? ''
  const shown = isDay(asked) ? formatDay(asked) : ''
  const take = (text: string) => {
    if (text === shown) return
    const day = parseDay(text)
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
