import { acquirerByName } from '#acquirer/acquirers.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { abandonAttempt, type Abandonment } from '../../server/settle/abandonAttempt.ts'
import { queryAndSettle } from '../../server/settle/queryAndSettle.ts'
import { settle } from '../../server/settle/settle.ts'
import { type Attempt, findLastAttempt, isByPix } from '../../server/attempt/attempts.ts'
import type { Payment } from '../../server/store.ts'

/** Ends an open code at the bank, then here; without an answer it stays open. */
export async function endPixCode(deps: PaymentDeps, payment: Payment, by: Abandonment): Promise<void> {
  const attempt = await findLastAttempt(deps.db, payment.id)
  if (payment.state !== 'awaiting_payment' || !attempt) return
  const outcome = await queryAndSettle(deps, attempt, by.actor)
  if (outcome.outcome === 'pending')
    await endSaleAtBank(deps, attempt, { ...by, reference: outcome.reference })
}

/** Abandons the attempt unless it was paid, or is a code without an answer. */
export async function endSaleAtBank(deps: PaymentDeps, attempt: Attempt, by: Abandonment & OpenSale) {
  const ended = await cancelSale(deps, attempt, by)
  if (ended === 'paid' || (ended === 'unknown' && isByPix(attempt))) return
  await abandonAttempt(deps, attempt.id, by)
}

type OpenSale = { reference: string; actor: string }

/** Cancels a sale at its acquirer, and settles it where it was paid meanwhile. */
export async function cancelSale(deps: PaymentDeps, attempt: Attempt, { reference, actor }: OpenSale) {
  const ended = await acquirerByName(deps.acquirers, attempt.acquirer).cancel(reference, attempt.started_at)
  if (ended.outcome !== 'approved' || ended.capturedCents <= ended.voidedCents) return ended.outcome
  await settle(deps, attempt.id, ended, { actor })
  return 'paid'
}
