import type { Pages, RouteRow } from '#kit/web/route/routes.ts'

/** The customer's screens of this noun; the whole table is in `app/web/modules.ts`. */
export const routes = {
  'user.vehicles': { path: '/user/vehicles', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** What draws them. */
export const pages: Pages<typeof routes> = {
  'user.vehicles': { load: () => import('./VehiclesPage.tsx'), signedIn: true },
}
