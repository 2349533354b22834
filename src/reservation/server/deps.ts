import type { PaymentDeps } from '#payment/server/deps.ts'
import type { UserDirectory } from '#staff/server/member.ts'
import type { Contact } from '../mails.ts'
import type { ReserveSettings } from '../reserveTerms.ts'

export type ReservationDeps = PaymentDeps & {
  readonly settings: () => Promise<ReserveSettings>
  readonly people: UserDirectory
  readonly contact: () => Promise<Contact>
  readonly gateKey: Buffer
}
