import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Selling } from '../flow/readStats.ts'

export type LotDeskDeps = Selling & {
  readonly db: Db
  readonly clock: Clock
  /** The tariff for cars that enter now; null without one. */
  readonly latestTariff: (db: Db, lotId: number) => Promise<{ version: number; name: string } | null>
}
