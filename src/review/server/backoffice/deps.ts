import type { UserDirectory } from '#staff/server/member.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Payment } from '#payment/server/store.ts'

export type BackOfficePaymentDeps = PaymentDeps & {
  readonly people: UserDirectory
  /** Null without a receipt. */
  readonly proofUrl: (payment: Payment) => string | null
}
