import type { People } from '#staff/server/people.ts'
import type { ReservationDeps } from '../deps.ts'

export type BackOfficeReservationDeps = ReservationDeps & { readonly people: People }
