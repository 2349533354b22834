import type { RouteDefinition } from '#kit/web/route/routes.ts'
import { exportTrail } from '../../auditTerms.ts'
import type { BackOfficePages, SubjectScreens } from '../frame/backoffice.ts'

export const routes = {
  'staff.secondFactor': { path: '/staff/secondFactor', keyedBy: [] },
  'staff.levels': { path: '/staff/levels', keyedBy: [] },
  'staff.audit': { path: '/staff/audit', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.secondFactor': { load: () => import('../SecondFactorPage.tsx'), for: 'staff' },
  'staff.levels': { load: () => import('../levels/LevelsPage.tsx'), for: 'supervisor', area: 'staff.users' },
  'staff.audit': {
    load: () => import('../audit/AuditPage.tsx'),
    for: 'manager',
    rail: { group: 'register', at: 7, title: 'Auditoria', icon: 'clock' },
  },
}

export const shows = {
  export: { name: exportTrail.name, to: 'staff.audit', by: null },
} as const satisfies SubjectScreens
