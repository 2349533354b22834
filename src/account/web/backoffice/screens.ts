import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { accountTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.users': { path: '/staff/users', keyedBy: [] },
  'staff.user': { path: '/staff/users/{id}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.users': {
    load: () => import('./UsersPage.tsx'),
    for: 'manager',
    rail: { group: 'register', at: 5, title: 'Pessoas', icon: 'people' },
  },
  'staff.user': { load: () => import('./UserPage.tsx'), for: 'manager', area: 'staff.users' },
}

export const shows = {
  account: { name: accountTrail.name, to: 'staff.user', by: 'id' },
} as const satisfies SubjectScreens
