import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Contact } from '../mails.ts'
import type { ReserveSettings } from '../terms.ts'

/** What the reservation flows need; built once in app/server/deps.ts. */
export type ReservationDeps = PaymentDeps & {
  readonly settings: () => Promise<ReserveSettings>
  /** How to reach the operator; read when a mail says so. */
  readonly contact: () => Promise<Contact>
  /** Signs QR codes. */
  readonly gateKey: Buffer
}
