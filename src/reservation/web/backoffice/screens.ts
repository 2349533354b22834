import type { RouteRow } from '#kit/web/route/routes.ts'
import type { DeskPages, DeskShows } from '#staff/web/frame/backoffice.ts'
import { reservationTrail } from '../../auditTerms.ts'

/** The screens of the back office for this noun. */
export const routes = {
  'staff.reservations': { path: '/staff/reservations', keyedBy: [] },
  'staff.reservation': { path: '/staff/reservations/{token}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** What draws them, who may see them, and their places in the rail. */
export const pages: DeskPages<typeof routes> = {
  'staff.reservations': {
    load: () => import('./ReservationsPage.tsx'),
    for: 'supervisor',
    rail: { at: 5, title: 'Reservas', icon: 'reserve' },
  },
  'staff.reservation': {
    load: () => import('./ReservationPage.tsx'),
    for: 'supervisor',
    area: 'staff.reservations',
  },
}

/** Where the audit trail's things are shown. */
export const shows = {
  reservation: { name: reservationTrail.name, to: 'staff.reservation', by: 'token' },
} as const satisfies DeskShows
