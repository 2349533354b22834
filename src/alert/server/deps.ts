import type { OperatorTimeZone } from '#staff/server/lists.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'

export type Certificate = { readonly name: string; readonly until: Date }

export type AlertDeps = Pick<PaymentDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'alertTo'> & {
  readonly operatorTimeZone: OperatorTimeZone
  readonly certificates: readonly Certificate[]
}
