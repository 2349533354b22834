import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { closingTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.closings': { path: '/staff/closings', keyedBy: [] },
  'staff.adjustment': { path: '/staff/closings/adjust', keyedBy: [] },
  'staff.closing': { path: '/staff/closings/{id}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.closings': {
    load: () => import('./ClosingsPage.tsx'),
    for: 'supervisor',
    rail: { group: 'money', at: 5, title: 'Fechamentos', icon: 'book' },
  },
  'staff.adjustment': { load: () => import('./AdjustmentPage.tsx'), for: 'manager', area: 'staff.closings' },
  'staff.closing': { load: () => import('./ClosingPage.tsx'), for: 'supervisor', area: 'staff.closings' },
}

export const shows = {
  closing: { name: closingTrail.name, to: 'staff.closing', by: 'id' },
} as const satisfies SubjectScreens
