import type { StepRow } from '#checkout/web/Steps.tsx'
import type { Pages } from '#kit/web/route/routes.ts'

export const routes = {
  'ticket.read': { path: '/ticket/read', keyedBy: ['ticket'], step: 'ticketCode' },
  'ticket.value': { path: '/ticket/value', keyedBy: ['ticket'], step: 'ticketCode' },
} as const satisfies Readonly<Record<string, StepRow>>

export const pages: Pages<typeof routes> = {
  'ticket.read': {
    load: () => import('./TicketReadPage.tsx'),
    chunk: 'base',
    prefetch: ['ticket.value', 'ticket.account'],
  },
  'ticket.value': {
    load: () => import('./TicketValuePage.tsx'),
    chunk: 'ticket',
    prefetch: ['ticket.account'],
  },
}
