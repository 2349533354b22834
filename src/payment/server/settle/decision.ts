import type { Db } from '#db/schema.ts'
import { audit, auditOf } from '#kit/server/audit.ts'
import type { Payment } from '../store.ts'

export type Decision = 'ask' | 'captured' | 'not_captured'
export type Decided = { paymentId: number; decision: Decision; reason: string; actor: string }

/** Writes down what staff decided about a payment that nobody knew of, and why. In who decides' transaction. */
export async function recordDecision(db: Db, payment: Payment, by: Decided & { now: Date }): Promise<void> {
  await audit(db, {
    at: by.now,
    actor: by.actor,
    subject: 'payment',
    subjectId: String(payment.id),
    action: `decided_${by.decision}`,
    before: { state: payment.state },
    after: { reason: by.reason },
  })
}

/** How often staff have decided what became of a payment; asking decides nothing. With the payment locked. */
export async function countDecisions(db: Db, paymentId: number): Promise<number> {
  const history = await auditOf(db, 'payment', [paymentId])
  return history.filter(({ action }) => action === 'decided_captured' || action === 'decided_not_captured')
    .length
}
