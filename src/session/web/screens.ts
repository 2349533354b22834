import type { Pages, RouteDefinition } from '#kit/web/route/routes.ts'

export const routes = {
  logout: { path: '/login/', keyedBy: [], byName: true },
  recaptcha: { path: '/account/recaptcha', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: Pages<typeof routes> = {
  logout: { load: () => import('./LogoutPage.tsx') },
  recaptcha: { load: () => import('./RecaptchaPage.tsx'), loadsForeignContent: true },
}
