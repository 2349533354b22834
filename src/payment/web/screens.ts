import { createElement } from 'react'
import type { ComponentType } from 'react'
import type { Pages, RouteRow, ScreenPage } from '#kit/web/route/routes.ts'
import type { SubjectOf } from './subject.ts'

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

/** The screens that a payment is paid on; `reservation` collects them, because it knows both things that are paid. */
export const payRoutes = {
  'payment.creditDebitCard': { path: '/payment/{token}/creditDebitCard', keyedBy: [] },
  'payment.pix': { path: '/payment/{token}/pix', keyedBy: [] },
  'payment.savedCard': { path: '/payment/{token}/savedCard', keyedBy: ['pm'] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** A screen that is told what is paid. */
type Paying = Omit<ScreenPage, 'load'> & {
  readonly load: () => Promise<{ default: ComponentType<{ subjectOf: SubjectOf }> }>
}

/** What draws them. */
const paying: Readonly<Record<keyof typeof payRoutes, Paying>> = {
  'payment.creditDebitCard': { load: () => import('./NewCardScreen.tsx'), apart: true },
  'payment.pix': { load: () => import('./pix/PixScreen.tsx') },
  'payment.savedCard': { load: () => import('./SavedCardScreen.tsx'), signedIn: true, apart: true },
}

/** The same, told what is paid by whom `subject` fetches. */
export function payPages(subject: () => Promise<{ subjectOf: SubjectOf }>): Pages<typeof payRoutes>
/** A new object has the keys of the old, which the compiler does not see by itself. */
export function payPages(
  subject: () => Promise<{ subjectOf: SubjectOf }>,
): Readonly<Record<string, ScreenPage>> {
  const told = ({ load, ...page }: Paying): ScreenPage => ({
    ...page,
    next: ['payment.done'],
    load: async () => {
      const [{ default: screen }, { subjectOf }] = await Promise.all([load(), subject()])
      return { default: () => createElement(screen, { subjectOf }) }
    },
  })
  return Object.fromEntries(Object.entries(paying).map(([name, page]) => [name, told(page)]))
}
