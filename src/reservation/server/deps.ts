import type { PaymentDeps } from '#payment/server/deps.ts'
import type { ReserveSettings } from '../terms.ts'

/** What the reservation flows need; built once in app/server/deps.ts. */
export type ReservationDeps = PaymentDeps & {
  readonly settings: () => Promise<ReserveSettings>
  /** Signs QR codes. */
  readonly gateKey: Buffer
}
