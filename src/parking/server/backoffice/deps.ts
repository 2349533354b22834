import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Selling } from '../flow/readStats.ts'

/** What the desk of the car parks needs; what tickets and reservations know of a lot is wired in app/server/deps.ts. */
export type LotDeskDeps = Selling & {
  readonly db: Db
  readonly clock: Clock
  /** The tariff of cars that enter a lot now; null while it has none. */
  readonly latestTariff: (db: Db, lotId: number) => Promise<{ version: number; name: string } | null>
}
