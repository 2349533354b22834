import type { BankMethod } from '#acquirer/offered.ts'
import { acquirerFor } from '#acquirer/acquirers.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import type { Payment } from '../../server/store.ts'
import { personOf } from '../../server/attempt/cardTries.ts'
import type { Intent } from '../../server/attempt/saleRequest.ts'
import { type By, startAttempt } from '../../server/attempt/startAttempt.ts'

type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'subject' | 'acquirers' | 'publicUrl' | 'timing' | 'termsHash'>

export async function startPixAttempt(
  deps: Deps,
  payment: Payment,
  { method, ...by }: By & { method: BankMethod },
): Promise<Intent | null> {
  const acquirer = acquirerFor(deps.acquirers, method)
  const started = await startAttempt(deps, payment, by, {
    acquirer,
    card: null,
    tries: [{ limit: 'pix_person', key: personOf(by).key }],
    address: 'pix_address',
    authentication: null,
    ignoredCodes: null,
    kept: {},
  })
  if (started === null || 'refusedFor' in started) return null
  const { orderKey, returnUrl, attemptId } = started
  const sale = { orderKey, returnUrl, amountCents: started.payment.amount_cents, payer: by.payer }
  const request = { ...sale, capture: true, instrument: { type: method }, authentication: null } as const
  return { attemptId, acquirer, request }
}
