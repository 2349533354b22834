import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { tillTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.till': { path: '/staff/till', keyedBy: [] },
  'staff.tills': { path: '/staff/tills', keyedBy: [] },
  'staff.shift': { path: '/staff/tills/{id}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.till': {
    load: () => import('./counter/CounterPage.tsx'),
    for: 'supervisor',
    rail: { group: 'today', at: 2, title: 'Caixa', icon: 'till' },
  },
  'staff.tills': { load: () => import('./TillsPage.tsx'), for: 'supervisor', area: 'staff.till' },
  'staff.shift': { load: () => import('./ShiftPage.tsx'), for: 'supervisor', area: 'staff.till' },
}

export const shows = {
  till: { name: tillTrail.name, to: 'staff.shift', by: 'id' },
} as const satisfies SubjectScreens
