import type { Pages, RouteRow } from '#kit/web/route/routes.ts'

/** The customer's screens of this noun; the whole table is in `app/web/nouns.ts`. */
export const routes = {
  'user.payments': { path: '/user/payments', keyedBy: [] },
  'user.receipt': { path: '/user/payments/{token}', keyedBy: [] },
  'ticket.receipt': { path: '/ticket/receipt', keyedBy: ['ticket'] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** What draws them. */
export const pages: Pages<typeof routes> = {
  'user.payments': { load: () => import('./history/HistoryPage.tsx'), signedIn: true },
  'user.receipt': { load: () => import('./history/ReceiptPage.tsx'), signedIn: true },
  'ticket.receipt': { load: () => import('./history/GuestReceiptPage.tsx') },
}
