import { type ComponentProps, type ReactNode, useState } from 'react'
import { formatDay, isDay, parseDay } from '#kit/calendar.ts'
import { MaskedField } from '#kit/web/field/MaskedField.tsx'
import { QueryFilter } from '#kit/web/list/QueryFilter.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import type { StatusLabel } from '../../statusLabel.ts'
import { LotFilter } from './LotFilter.tsx'

/** A name of the query that filters a list. Without a control, only links set it. */
export type ListFilter = { readonly name: string; readonly control?: ReactNode }

export const byLot: ListFilter = { name: 'lot_id', control: <LotFilter /> }

export function byChoice(props: ComponentProps<typeof QueryFilter>): ListFilter {
  return { name: props.name, control: <QueryFilter {...props} /> }
}

export function byState(
  states: Readonly<Record<string, Pick<StatusLabel, 'text'>>>,
  all = 'Todas',
): ListFilter {
  const choices = Object.entries(states).map(([value, { text }]) => ({ value, text }))
  return byChoice({ name: 'state', label: 'Situação', choices, all })
}

export function byPeriod(from = 'Desde', until = 'Até'): readonly ListFilter[] {
  return [
    { name: 'from', control: <DayFilter name="from" label={from} /> },
    { name: 'until', control: <DayFilter name="until" label={until} /> },
  ]
}

/** The address has the day as YYYY-MM-DD. */
function DayFilter({ name, label }: { name: 'from' | 'until'; label: string }) {
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
      // The field starts anew when the back button changes the day.
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
