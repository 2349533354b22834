import type { Pages, RouteDefinition } from '#kit/web/route/routes.ts'

export const routes = {
  'user.personPayMethod.edit': { path: '/user/personPayMethod', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: Pages<typeof routes> = {
  'user.personPayMethod.edit': { load: () => import('./SavedCardsPage.tsx'), needsLogin: true },
}
