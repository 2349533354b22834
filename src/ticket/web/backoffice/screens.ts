import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { lotTrail } from '#parking/auditTerms.ts'
import { tariffTrail, ticketTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.tickets': { path: '/staff/tickets', keyedBy: [] },
  'staff.lot': { path: '/staff/lots/{id}', keyedBy: [] },
  'staff.tariff': { path: '/staff/lots/{id}/tariff', keyedBy: ['version'] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.tickets': {
    load: () => import('./TicketsPage.tsx'),
    for: 'supervisor',
    rail: { group: 'today', at: 3, title: 'Tickets', icon: 'ticket', inBar: true },
  },
  'staff.lot': { load: () => import('./LotPage.tsx'), for: 'supervisor', area: 'staff.lots' },
  'staff.tariff': { load: () => import('./tariff/TariffPage.tsx'), for: 'supervisor', area: 'staff.lots' },
}

export const shows = {
  ticket: { name: ticketTrail.name, to: 'staff.ticket', by: 'code' },
  tariff: { name: tariffTrail.name, to: 'staff.lot', by: 'id' },
  lot: { name: lotTrail.name, to: 'staff.lot', by: 'id' },
} as const satisfies SubjectScreens
