import type { People } from '#staff/server/people.ts'
import type { ReservationDeps } from '../deps.ts'

/** What the desk of reservations needs; built once in app/server/deps.ts. */
export type ReservationDeskDeps = ReservationDeps & { readonly people: People }
