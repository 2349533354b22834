import type { Pages, RouteDefinition } from '#kit/web/route/routes.ts'

export const routes = {
  'user.payments': { path: '/user/payments', keyedBy: [] },
  'user.receipt': { path: '/user/payments/{token}', keyedBy: [] },
  'ticket.receipt': { path: '/ticket/receipt', keyedBy: ['ticket'] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: Pages<typeof routes> = {
  'user.payments': { load: () => import('./HistoryPage.tsx'), needsLogin: true },
  'user.receipt': { load: () => import('./ReceiptPage.tsx'), needsLogin: true },
  'ticket.receipt': { load: () => import('./GuestReceiptPage.tsx') },
}
