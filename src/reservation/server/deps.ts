import type { PaymentDeps } from '#payment/server/deps.ts'
import type { People } from '#staff/server/member.ts'
import type { Contact } from '../mails.ts'
import type { ReserveSettings } from '../terms.ts'

export type ReservationDeps = PaymentDeps & {
  readonly settings: () => Promise<ReserveSettings>
  readonly people: People
  readonly contact: () => Promise<Contact>
  /** Signs QR codes. */
  readonly gateKey: Buffer
}
