import type { Tx } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import { type Payment, auditSubject } from '#payment/server/store.ts'
import { type RefundDecision, refundDecisions } from '#payment/stateTexts.ts'

type DecisionInput<T> = { paymentId: number; decision: T; reason: string; actor: string }
export type PaymentDecisionInput = DecisionInput<'ask' | 'captured' | 'not_captured'>
export type RefundDecisionInput = DecisionInput<RefundDecision>

export function isRefundDecision(by: PaymentDecisionInput | RefundDecisionInput): by is RefundDecisionInput {
  const ofRefund: readonly string[] = refundDecisions
  return ofRefund.includes(by.decision)
}

type Decided = (PaymentDecisionInput | RefundDecisionInput) & { now: Date }

export async function recordDecision(tx: Tx, { id, state }: Payment, by: Decided): Promise<void> {
  const of = { ...auditSubject(id, by.actor, by.now), action: `decided_${by.decision}` } as const
  await audit(tx, { ...of, before: { state }, after: { reason: by.reason } })
}
