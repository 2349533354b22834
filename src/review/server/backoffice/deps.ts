import type { People } from '#staff/server/people.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Payment } from '#payment/server/store.ts'

/** Built once in app/server/deps.ts. */
export type BackOfficePaymentDeps = PaymentDeps & {
  readonly people: People
  /** The address that verifies the receipt; null without one. */
  readonly proofUrl: (payment: Payment) => string | null
}
