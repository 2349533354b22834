import type { ReactNode } from 'react'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import type { FigureList } from '../../today.ts'

const listScreens = {
  tickets: 'staff.tickets',
  transactions: 'staff.transactions',
  disputes: 'staff.disputes',
  alerts: 'staff.alerts',
  contests: 'staff.contests',
  tills: 'staff.tills',
  lots: 'staff.lots',
} as const

type Props = { list: FigureList | null; label?: string; children: ReactNode }

/** Opens the list that shows the counted rows. */
export function FigureLink({ list, label, children }: Props) {
  if (list === null) return <span>{children}</span>
  const link = { query: list.query, children, ...(label !== undefined && { 'aria-label': label }) }
  if (list.name === 'closing_preview')
    return <RouteLink to="staff.closing" params={{ id: 'preview' }} {...link} />
  return <RouteLink to={listScreens[list.name]} {...link} />
}
