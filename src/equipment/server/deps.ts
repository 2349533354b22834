import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Selling } from '#parking/server/flow/readStats.ts'

export type EquipmentDeps = Selling & {
  readonly db: Db
  readonly clock: Clock
  readonly timing: PaymentDeps['timing']
  readonly gateKey: Buffer
}
