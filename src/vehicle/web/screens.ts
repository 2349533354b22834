import type { Pages, RouteDefinition } from '#kit/web/route/routes.ts'

export const routes = {
  'user.vehicles': { path: '/user/vehicles', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: Pages<typeof routes> = {
  'user.vehicles': { load: () => import('./VehiclesPage.tsx'), needsLogin: true },
}
