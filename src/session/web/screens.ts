import type { Pages, RouteRow } from '#kit/web/route/routes.ts'

/** The customer's screens of this noun; the whole table is in `app/web/modules.ts`. */
export const routes = {
  logout: { path: '/login/', keyedBy: [], byName: true },
  recaptcha: { path: '/account/recaptcha', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** What draws them. */
export const pages: Pages<typeof routes> = {
  logout: { load: () => import('./LogoutPage.tsx') },
  recaptcha: { load: () => import('./RecaptchaPage.tsx'), foreign: true },
}
