import type { Db, Tx } from '#db/schema.ts'
import type { SharedClock } from '#kit/clock.ts'
import type { OperatorTimeZone } from '#staff/server/lists.ts'
import type { ReservationPort } from './flow/readLotStats.ts'

export type ParkingDeps = ReservationPort & {
  readonly db: Db
  readonly clock: SharedClock
  readonly operatorTimeZone: OperatorTimeZone
  /** Keeps the cars inside in the lot's zone when it gets another (docs/spec.md#r35). */
  readonly changeTariffTimeZone: (
    tx: Tx,
    change: { lotId: number; from: string; to: string; actor: string; clock: SharedClock },
  ) => Promise<void>
  readonly readTariffInForce: (
    db: Db,
    lotId: number,
    at: Date,
  ) => Promise<{ version: number; name: string } | null>
}
