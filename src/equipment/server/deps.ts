import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { ReservationPort } from '#parking/server/flow/readLotStats.ts'

export type EquipmentDeps = ReservationPort & {
  readonly db: Db
  readonly clock: Clock
  readonly timing: PaymentDeps['timing']
  readonly gateKey: Buffer
}
