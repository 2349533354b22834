import type { ChangeOutcome, FindOutcome } from '#acquirer/acquirer.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { backTexts } from '#payment/texts.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import { type Claim, putInDoubt } from '../claims.ts'
import { type Refund, refundById } from '#payment/server/ledger/refunds.ts'
import { openCase } from '#payment/server/ledger/cases.ts'
import { lockPayment, updatePayment } from '#payment/server/store.ts'
import { refundUnsaid } from './notYet.ts'

/** A sale of which a part may have gone back without its being told. All of it would have changed its status. */
export function isUntold(sale: FindOutcome | ChangeOutcome, refund: Refund): boolean {
  return sale.outcome === 'approved' && sale.isVoidAmountMissing === true && refund.target_cents < sale.capturedCents
}

/**
 * A refund that was asked for, whose answer was lost, and of which the acquirer's query tells nothing: whether it was made
 * nobody knows, and asked for once more it might be made twice. It is never sent again by itself. Staff look at the
 * acquirer's site and say (`decideRefund.ts`); it ends by itself should the query tell after all.
 */
export async function leaveToStaff(deps: PaymentDeps, claim: Claim): Promise<NotYet> {
  const { id } = claim.refund
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const { payment_id: paymentId, amount_cents: amountCents } = await refundById(db, id)
    const payment = await lockPayment(db, paymentId)
    if (!(await putInDoubt(db, claim))) return
    await openCase(db, { paymentId, kind: 'late_refund', amountCents }, now)
    if (payment.state === 'refunding')
      await updatePayment(db, paymentId, now, { reason: backTexts(payment).doubted })
  })
  return refundUnsaid(deps, claim.refund)
}
