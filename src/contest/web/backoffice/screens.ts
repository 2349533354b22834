import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { contestTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.contests': { path: '/staff/contests', keyedBy: [] },
  'staff.contest': { path: '/staff/contests/{id}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.contests': {
    load: () => import('./ContestsPage.tsx'),
    for: 'supervisor',
    rail: { group: 'money', at: 4, title: 'Reclamações', icon: 'speech', waiting: 'contests' },
  },
  'staff.contest': { load: () => import('./ContestPage.tsx'), for: 'supervisor', area: 'staff.contests' },
}

export const shows = {
  contest: { name: contestTrail.name, to: 'staff.contest', by: 'id' },
} as const satisfies SubjectScreens
