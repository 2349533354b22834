import type { Db, Tx } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { ReservationPort } from './flow/readLotStats.ts'

export type ParkingDeps = ReservationPort & {
  readonly db: Db
  readonly clock: Clock
  /** Keeps the cars inside in the lot's zone when it gets another (docs/spec.md#r35). */
  readonly changeTariffTimeZone: (
    tx: Tx,
    change: { lotId: number; from: string; to: string; actor: string; now: Date },
  ) => Promise<void>
  readonly readLatestTariff: (db: Db, lotId: number) => Promise<{ version: number; name: string } | null>
}
