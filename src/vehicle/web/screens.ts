import type { Pages, RouteRow } from '#kit/web/route/routes.ts'

export const routes = {
  'user.vehicles': { path: '/user/vehicles', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteRow>>

export const pages: Pages<typeof routes> = {
  'user.vehicles': { load: () => import('./VehiclesPage.tsx'), signedIn: true },
}
