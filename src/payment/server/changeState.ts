import type { Db } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import type { PaymentState } from '../paymentState.ts'
import { askFreedCodes, leavesStay } from './settle/pix/freed.ts'
import { type Payment, updatePayment } from './store.ts'

type Change = Parameters<typeof updatePayment>[3]

/** What the audit row of a change tells more: centavos, and why. */
export type Note = { amount_cents?: number; reason?: string; refused?: string | null }

/**
 * The only way a payment changes its state: the new state and its audit row in the caller's transaction
 * (docs/payment.md#invariants: no state without an audit row). `note` tells the row more, such as a reason. One that leaves
 * its stay to others has the codes that they may have paid looked at.
 */
export async function changeState(
  db: Db,
  payment: Payment,
  to: PaymentState,
  by: { actor: string; now: Date; change: Change & { deadline_at: Date | null }; note?: Note },
): Promise<void> {
  await updatePayment(db, payment.id, by.now, { ...by.change, state: to })
  await audit(db, {
    at: by.now,
    actor: by.actor,
    subject: 'payment',
    subjectId: String(payment.id),
    action: to,
    before: { state: payment.state },
    after: { state: to, ...by.note },
  })
  if (leavesStay(payment.state, to)) await askFreedCodes(db, payment, by.now)
}
