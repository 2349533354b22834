import type { PaymentDeps } from '#payment/server/deps.ts'
import type { UserDirectory } from '#staff/server/member.ts'
import type { ReservedStay } from './backoffice/reservedStay.ts'
import type { ReadSnapshot } from './ticketSnapshot.ts'

export type TicketDeps = Pick<
  PaymentDeps,
  'db' | 'clock' | 'subject' | 'methods' | 'assertConfigured' | 'timing' | 'publicUrl'
> & {
  readonly people: UserDirectory
  readonly readSnapshot: ReadSnapshot
  readonly reservedStay: ReservedStay
}
