import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { OperatorTimeZone } from '#staff/server/lists.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { ReservationPort } from '#parking/server/flow/readLotStats.ts'

export type EquipmentDeps = ReservationPort & {
  readonly db: Db
  readonly clock: Clock
  readonly operatorTimeZone: OperatorTimeZone
  readonly timing: PaymentDeps['timing']
  readonly gateKey: Buffer
  /** Minutes of silence that are set for all devices; 0 is off. */
  readonly silenceLimit: () => Promise<number>
}
