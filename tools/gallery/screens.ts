import type { Pages, RouteDefinition } from '#kit/web/route/routes.ts'

export const devRoutes = {
  'dev.ui': { path: '/dev/ui', keyedBy: ['part', 'id'] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const devPages: Pages<typeof devRoutes> = { 'dev.ui': { load: () => import('./DevUiPage.tsx') } }
