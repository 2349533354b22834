import type { PaymentDeps } from '#payment/server/deps.ts'
import type { OperatorTimeZone } from '#staff/server/lists.ts'
import type { TicketDeps } from '#ticket/server/deps.ts'

export type PartnerDeps = TicketDeps &
  Pick<PaymentDeps, 'operator' | 'mailer'> & {
    readonly operatorTimeZone: OperatorTimeZone
    /** Codes of shops are stored as their HMAC. */
    readonly shopCodeKey: Buffer
  }
