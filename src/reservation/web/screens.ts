import type { Pages, RouteRow } from '#kit/web/route/routes.ts'

/** The customer's screens of this noun; the whole table is in `app/web/nouns.ts`. */
export const routes = {
  'reserve.add': { path: '/reserve/add', keyedBy: [] },
  'reserve.paymentConfirm': { path: '/reserve/paymentConfirm', keyedBy: ['ticket', 'ptoken'] },
  'ticket.paymentType': { path: '/ticket/paymentType', keyedBy: ['ticket', 'ptoken', 'method'] },
  'payment.creditDebitCard': { path: '/payment/{token}/creditDebitCard', keyedBy: [] },
  'payment.pix': { path: '/payment/{token}/pix', keyedBy: [] },
  'payment.savedCard': { path: '/payment/{token}/savedCard', keyedBy: ['pm'] },
  'payment.done': { path: '/payment/{token}/done', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** What draws them. */
export const pages: Pages<typeof routes> = {
  'reserve.add': { load: () => import('./add/AddPage.tsx'), signedIn: true },
  'reserve.paymentConfirm': { load: () => import('./exit/PaymentConfirmPage.tsx'), signedIn: true },
  'ticket.paymentType': {
    load: () => import('./pay/PaymentTypePage.tsx'),
    next: ['payment.creditDebitCard', 'payment.pix'],
  },
  'payment.creditDebitCard': {
    load: () => import('./pay/NewCardPage.tsx'),
    apart: true,
    next: ['payment.done'],
  },
  'payment.pix': { load: () => import('./pay/PixPage.tsx'), next: ['payment.done'] },
  'payment.savedCard': {
    load: () => import('./pay/SavedCardPage.tsx'),
    signedIn: true,
    apart: true,
    next: ['payment.done'],
  },
  'payment.done': { load: () => import('./DonePage.tsx') },
}
