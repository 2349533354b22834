import type { Pages, RouteRow } from '#kit/web/route/routes.ts'

/** The customer's screens of this noun; the whole table is in `app/web/nouns.ts`. */
export const routes = {
  'user.payments': { path: '/user/payments', keyedBy: [] },
  'user.receipt': { path: '/user/payments/{token}', keyedBy: [] },
  'ticket.receipt': { path: '/ticket/receipt', keyedBy: ['ticket'] },
  'payment.creditDebitCard': { path: '/payment/{token}/creditDebitCard', keyedBy: [] },
  'payment.savedCard': { path: '/payment/{token}/savedCard', keyedBy: ['pm'] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** What draws them. */
export const pages: Pages<typeof routes> = {
  'user.payments': { load: () => import('./history/HistoryPage.tsx'), signedIn: true },
  'user.receipt': { load: () => import('./history/ReceiptPage.tsx'), signedIn: true },
  'ticket.receipt': { load: () => import('./history/GuestReceiptPage.tsx') },
  'payment.creditDebitCard': { load: () => import('./NewCardPage.tsx'), next: ['payment.done'] },
  'payment.savedCard': { load: () => import('./SavedCardPage.tsx'), signedIn: true, next: ['payment.done'] },
}
