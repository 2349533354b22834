import type { StepRow } from '#checkout/web/Steps.tsx'
import type { Pages } from '#kit/web/route/routes.ts'
import { payPages, payRoutes, withSubject } from '#payment/card/web/payRoutes.ts'

export const routes = {
  'reserve.add': { path: '/reserve/add', keyedBy: [] },
  'reserve.paymentConfirm': { path: '/reserve/paymentConfirm', keyedBy: ['ticket', 'ptoken'] },
  'ticket.paymentType': {
    path: '/ticket/paymentType',
    keyedBy: ['ticket', 'ptoken', 'method'],
    step: 'payment',
  },
  ...payRoutes,
  'payment.done': { path: '/payment/{token}/done', keyedBy: [], step: 'done' },
} as const satisfies Readonly<Record<string, StepRow>>

export const pages: Pages<typeof routes> = {
  'reserve.add': { load: () => import('./add/AddReservationPage.tsx'), needsLogin: true },
  'reserve.paymentConfirm': { load: () => import('./exit/AuthoriseExitPage.tsx'), needsLogin: true },
  'ticket.paymentType': {
    load: () => import('./pay/PaymentTypePage.tsx'),
    chunk: 'way',
    prefetch: ['payment.creditDebitCard', 'payment.savedCard', 'payment.pix'],
  },
  ...payPages(withSubject(() => import('./pay/subjectOf.tsx'))),
  'payment.done': { load: () => import('./PaymentDonePage.tsx') },
}
