import type { PaymentDeps } from '#payment/server/deps.ts'

export type Certificate = { readonly name: string; readonly until: Date }

export type AlertDeps = Pick<PaymentDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'alertTo'> & {
  readonly certificates: readonly Certificate[]
}
