import type { PaymentDeps } from '#payment/server/deps.ts'
import type { ReservedStay } from '#ticket/server/backoffice/reservedStay.ts'

export type TillDeps = Pick<PaymentDeps, 'db' | 'clock' | 'operator'> & {
  readonly reservedStay: Pick<ReservedStay, 'find'>
}
