import type { Pages, RouteDefinition } from '#kit/web/route/routes.ts'

export const routes = {
  partner: { path: '/convenio', keyedBy: [] },
  'partner.code': { path: '/convenio/{code}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: Pages<typeof routes> = {
  partner: { load: () => import('./shop/ShopPage.tsx'), chunk: 'shop', needsLogin: true },
  'partner.code': { load: () => import('./CodePage.tsx'), chunk: 'shop', prefetch: ['ticket.value'] },
}
