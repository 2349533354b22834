import type { PaymentDeps } from '#payment/server/deps.ts'
import type { UserDirectory } from '#staff/server/member.ts'

type PaymentDep = 'db' | 'clock' | 'mailer' | 'publicUrl' | 'subject' | 'operator' | 'alertTo'

export type DisputeDeps = Pick<PaymentDeps, PaymentDep> & { readonly people: UserDirectory }
