import type { Pages, RouteRow } from '#kit/web/route/routes.ts'

/** The customer's screens of this noun; the whole table is in `app/web/modules.ts`. */
export const routes = {
  'ticket.read': { path: '/ticket/read', keyedBy: ['ticket'] },
  'ticket.value': { path: '/ticket/value', keyedBy: ['ticket'] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** What draws them. */
export const pages: Pages<typeof routes> = {
  'ticket.read': { load: () => import('./TicketReadPage.tsx'), next: ['ticket.value', 'ticket.account'] },
  'ticket.value': { load: () => import('./TicketValuePage.tsx'), next: ['ticket.account'] },
}
