import type { Db, Tx } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { Selling } from '../flow/readStats.ts'

export type LotBackOfficeDeps = Selling & {
  readonly db: Db
  readonly clock: Clock
  /** Keeps the cars inside in the lot's zone when it gets another (docs/spec.md#r35). */
  readonly changeZone: (
    tx: Tx,
    change: { lotId: number; from: string; to: string; actor: string; now: Date },
  ) => Promise<void>
  /** For cars that enter now; null without one. */
  readonly latestTariff: (db: Db, lotId: number) => Promise<{ version: number; name: string } | null>
}
