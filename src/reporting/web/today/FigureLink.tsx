import type { ReactNode } from 'react'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import type { FigureList } from '../../today.ts'

type Props = {
  list: FigureList | null
  label?: string
  children: ReactNode
}

const screens = {
  tickets: 'staff.tickets',
  transactions: 'staff.transactions',
  disputes: 'staff.disputes',
  alerts: 'staff.alerts',
  contests: 'staff.contests',
  lots: 'staff.lots',
} as const

export function FigureLink({ list, label, children }: Props) {
  if (list === null) return children
  const spoken = label === undefined ? {} : { 'aria-label': label }
  if (list.name === 'closing_preview')
    return (
      <RouteLink to="staff.closing" params={{ id: 'preview' }} query={list.query} {...spoken}>
        {children}
      </RouteLink>
    )
  return (
    <RouteLink to={screens[list.name]} query={list.query} {...spoken}>
      {children}
    </RouteLink>
  )
}
