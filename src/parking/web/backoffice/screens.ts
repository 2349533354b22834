import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages } from '#staff/web/frame/backoffice.ts'

export const routes = {
  'staff.lots': { path: '/staff/lots', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.lots': {
    load: () => import('./LotsPage.tsx'),
    for: 'supervisor',
    rail: { group: 'register', at: 1, title: 'Estacionamentos', icon: 'lot' },
  },
}
