import type { People } from '#staff/server/people.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'

/** Built once in app/server/deps.ts. */
export type BackOfficePaymentDeps = PaymentDeps & { readonly people: People }
