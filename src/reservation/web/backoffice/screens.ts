import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { reservationTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.reservations': { path: '/staff/reservations', keyedBy: [] },
  'staff.reservation': { path: '/staff/reservations/{token}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.reservations': {
    load: () => import('./ReservationsPage.tsx'),
    for: 'supervisor',
    rail: { group: 'today', at: 4, title: 'Reservas', icon: 'pin' },
  },
  'staff.reservation': {
    load: () => import('./ReservationPage.tsx'),
    for: 'supervisor',
    area: 'staff.reservations',
  },
}

export const shows = {
  reservation: { name: reservationTrail.name, to: 'staff.reservation', by: 'token' },
} as const satisfies SubjectScreens
