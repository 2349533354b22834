import type { ReservationDeps } from '#reservation/server/deps.ts'

/** What the desk's calls need: payments with their acquirer, and reservations. */
export type OpsDeps = ReservationDeps
