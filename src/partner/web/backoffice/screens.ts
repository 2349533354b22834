import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { partnerTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.ticket': { path: '/staff/tickets/{code}', keyedBy: [] },
  'staff.partners': { path: '/staff/partners', keyedBy: [] },
  'staff.partner': { path: '/staff/partners/{id}', keyedBy: [] },
  'staff.partnerCodes': { path: '/staff/partners/{id}/codes', keyedBy: [] },
  'staff.partnerStatement': { path: '/staff/partners/{id}/statement', keyedBy: ['month'] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.ticket': {
    load: () => import('./ticket/DeskTicketPage.tsx'),
    for: 'supervisor',
    area: 'staff.tickets',
  },
  'staff.partners': {
    load: () => import('./PartnersPage.tsx'),
    for: 'supervisor',
    rail: { group: 'register', at: 2, title: 'Parceiros', icon: 'shop' },
  },
  'staff.partner': { load: () => import('./PartnerPage.tsx'), for: 'supervisor', area: 'staff.partners' },
  'staff.partnerCodes': { load: () => import('./CodesPage.tsx'), for: 'manager', area: 'staff.partners' },
  'staff.partnerStatement': {
    load: () => import('./StatementPage.tsx'),
    for: 'supervisor',
    area: 'staff.partners',
  },
}

export const shows = {
  partner: { name: partnerTrail.name, to: 'staff.partner', by: 'id' },
} as const satisfies SubjectScreens
