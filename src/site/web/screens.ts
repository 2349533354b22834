import type { Pages, RouteDefinition } from '#kit/web/route/routes.ts'

export const routes = {
  welcome: { path: '/ticket/', keyedBy: [] },
  contact: { path: '/contact', keyedBy: [] },
  'terms.privacyPolicy': { path: '/terms/privacyPolicy', keyedBy: [] },
  home: { path: '/home', keyedBy: [] },
  'user.menu': { path: '/user/menu', keyedBy: [] },
  'user.editmenu': { path: '/user/editmenu', keyedBy: [] },
  'user.myData': { path: '/user/myData', keyedBy: [] },
  'not-found': { path: '/not-found', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: Pages<typeof routes> = {
  welcome: { load: () => import('./WelcomePage.tsx'), chunk: 'base', prefetch: ['ticket.read'] },
  contact: { load: () => import('./ContactPage.tsx'), chunk: 'base' },
  'terms.privacyPolicy': { load: () => import('./TermsPage.tsx'), chunk: 'base' },
  home: { load: () => import('./HomePage.tsx'), needsLogin: true },
  'user.menu': {
    load: () => import('./user/UserMenuPage.tsx'),
    needsLogin: true,
    prefetch: ['ticket.read', 'user.editmenu'],
  },
  'user.editmenu': {
    load: () => import('./user/EditMenuPage.tsx'),
    needsLogin: true,
    prefetch: ['user.edit'],
  },
  'user.myData': { load: () => import('./user/MyDataPage.tsx'), needsLogin: true },
  'not-found': { load: () => import('./NotFoundPage.tsx') },
}
