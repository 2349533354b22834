import type { Pages, RouteRow } from '#kit/web/route/routes.ts'
import { payPages, payRoutes, withSubject } from '#payment/card/web/payRoutes.ts'

/** The whole table is in `app/web/modules.ts`. */
export const routes = {
  'reserve.add': { path: '/reserve/add', keyedBy: [] },
  'reserve.paymentConfirm': { path: '/reserve/paymentConfirm', keyedBy: ['ticket', 'ptoken'] },
  'ticket.paymentType': { path: '/ticket/paymentType', keyedBy: ['ticket', 'ptoken', 'method'] },
  ...payRoutes,
  'payment.done': { path: '/payment/{token}/done', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteRow>>

export const pages: Pages<typeof routes> = {
  'reserve.add': { load: () => import('./add/AddPage.tsx'), signedIn: true },
  'reserve.paymentConfirm': { load: () => import('./exit/PaymentConfirmPage.tsx'), signedIn: true },
  'ticket.paymentType': {
    load: () => import('./pay/PaymentTypePage.tsx'),
    next: ['payment.creditDebitCard', 'payment.savedCard', 'payment.pix'],
  },
  ...payPages(withSubject(() => import('./pay/subjectOf.tsx'))),
  'payment.done': { load: () => import('./DonePage.tsx') },
}
