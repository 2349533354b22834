import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Contact } from '../mails.ts'
import type { ReserveSettings } from '../terms.ts'

/** Built once in app/server/deps.ts. */
export type ReservationDeps = PaymentDeps & {
  readonly settings: () => Promise<ReserveSettings>
  /** Contacts of the operator, read for each mail. */
  readonly contact: () => Promise<Contact>
  /** Signs QR codes. */
  readonly gateKey: Buffer
}
