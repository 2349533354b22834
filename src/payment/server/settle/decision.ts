import type { Db } from '#db/schema.ts'
import { audit } from '#kit/server/audit.ts'
import type { Payment } from '../store.ts'

export type Decision = 'ask' | 'captured' | 'not_captured'
export type Decided = { paymentId: number; decision: Decision; reason: string; actor: string }

/** Writes down what staff decided about a payment that nobody knew of, and why. */
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
