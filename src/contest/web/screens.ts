import type { Pages, RouteDefinition } from '#kit/web/route/routes.ts'

export const routes = {
  'payment.contest': { path: '/payment/{token}/contest', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: Pages<typeof routes> = {
  'payment.contest': { load: () => import('./ContestPage.tsx') },
}
