import * as z from 'zod/mini'
import { transaction } from '#kit/server/db/transaction.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { addLedger, attemptById, lockPayment, updateAttempt } from '../store.ts'

const payloadSchema = z.object({ attemptId: z.number() })

/**
 * Job: gives a capture back that no ticket owes. Asks first, so that a repeat after a crash does not void
 * twice. Throws while the acquirer has not confirmed; the job queue tries again.
 */
export async function giveBack(deps: PaymentDeps, payload: unknown): Promise<void> {
  const { attemptId } = z.parse(payloadSchema, payload)
  const attempt = await attemptById(deps.db, attemptId)
  if (attempt.state !== 'giving_back' || attempt.reference === null) return

  const found = await deps.acquirer.findByReference(attempt.reference)
  const already = found.outcome === 'approved' && found.voidedCents >= attempt.amount_cents
  const outcome = already ? found : await deps.acquirer.void(attempt.reference)
  if (outcome.outcome !== 'approved' || outcome.voidedCents < attempt.amount_cents) {
    throw new Error(`void of attempt ${attemptId} not confirmed: ${outcome.outcome}`)
  }

  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await lockPayment(db, attempt.payment_id)
    const fresh = await attemptById(db, attemptId)
    if (fresh.state !== 'giving_back') return
    await updateAttempt(db, attemptId, { state: 'given_back' })
    const amountCents = outcome.voidedCents
    await addLedger(db, { paymentId: payment.id, attemptId, kind: 'refund', amountCents, at: now })
    if (payment.state !== 'refunding') return
    await changeState(db, payment, 'refunded', { actor: 'acquirer', now, change: { deadline_at: null } })
  })
}
