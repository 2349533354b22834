import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { paymentTrail } from '#payment/auditTerms.ts'

export const routes = {
  'staff.transactions': { path: '/staff/transactions', keyedBy: [] },
  'staff.transaction': { path: '/staff/transactions/{token}', keyedBy: [] },
  'staff.review': { path: '/staff/review', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.transactions': {
    load: () => import('./TransactionsPage.tsx'),
    for: 'supervisor',
    rail: { group: 'money', at: 1, title: 'Transações', icon: 'card' },
  },
  'staff.transaction': {
    load: () => import('./TransactionPage.tsx'),
    for: 'supervisor',
    area: 'staff.transactions',
  },
  'staff.review': {
    load: () => import('./ReviewPage.tsx'),
    for: 'supervisor',
    rail: { group: 'money', at: 2, title: 'Em análise', icon: 'warning', waiting: 'review' },
  },
}

export const shows = {
  payment: { name: paymentTrail.name, to: 'staff.transaction', by: 'token' },
} as const satisfies SubjectScreens
