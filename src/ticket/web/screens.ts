import type { Pages, RouteRow } from '#kit/web/route/routes.ts'

export const routes = {
  'ticket.read': { path: '/ticket/read', keyedBy: ['ticket'] },
  'ticket.value': { path: '/ticket/value', keyedBy: ['ticket'] },
} as const satisfies Readonly<Record<string, RouteRow>>

export const pages: Pages<typeof routes> = {
  'ticket.read': { load: () => import('./TicketReadPage.tsx'), next: ['ticket.value', 'ticket.account'] },
  'ticket.value': { load: () => import('./TicketValuePage.tsx'), next: ['ticket.account'] },
}
