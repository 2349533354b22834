import type { PaymentDeps } from '#payment/server/deps.ts'
import type { TrailNames } from '#staff/server/trailNames.ts'

export type ClosingDeps = Pick<PaymentDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'operator'> & {
  readonly trailNames: TrailNames
}
