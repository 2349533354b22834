import type { ComponentProps, ReactNode } from 'react'
import { QueryFilter } from '#kit/web/list/QueryFilter.tsx'
import type { StatusLabel } from '../../statusLabel.ts'
import { DayFilter } from '../backoffice/DayFilter.tsx'
import { LotFilter } from './LotFilter.tsx'

/** A query name that narrows a list; without a control, only links set it. */
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
