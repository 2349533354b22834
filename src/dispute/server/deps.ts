import type { PaymentDeps } from '#payment/server/deps.ts'
import type { People } from '#staff/server/member.ts'

type Shared = 'db' | 'clock' | 'mailer' | 'publicUrl' | 'subject' | 'operator' | 'alertTo'

export type DisputeDeps = Pick<PaymentDeps, Shared> & { readonly people: People }
