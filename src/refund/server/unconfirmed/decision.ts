import type { Db, Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { auditOf } from '#kit/server/auditRows.ts'
import { type RefundDecision, refundDecisions } from '#payment/states.ts'
import type { Payment } from '#payment/server/store.ts'

type Decision = 'ask' | 'captured' | 'not_captured'
type DecisionInput<T> = { paymentId: number; decision: T; reason: string; actor: string }
export type PaymentDecisionInput = DecisionInput<Decision>
export type RefundDecisionInput = DecisionInput<RefundDecision>

export function isRefundDecision(by: PaymentDecisionInput | RefundDecisionInput): by is RefundDecisionInput {
  const ofRefund: readonly string[] = refundDecisions
  return ofRefund.includes(by.decision)
}

export async function recordDecision(
  tx: Tx,
  payment: Payment,
  by: (PaymentDecisionInput | RefundDecisionInput) & { now: Date },
): Promise<void> {
  await audit(tx, {
    at: by.now,
    actor: by.actor,
    subject: 'payment',
    subjectId: String(payment.id),
    action: `decided_${by.decision}`,
    before: { state: payment.state },
    after: { reason: by.reason },
  })
}

export async function countDecisions(db: Db, paymentId: number): Promise<number> {
  const history = await auditOf(db, 'payment', [paymentId])
  return history.filter(({ action }) => action === 'decided_captured' || action === 'decided_not_captured')
    .length
}
