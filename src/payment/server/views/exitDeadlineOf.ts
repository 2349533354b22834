import type { Payment } from '../store.ts'

/**
 * Null without a deadline, which an earlier release stored as an instant before `paid_at` (docs/spec.md#r41).
 */
export function exitDeadlineOf(payment: Pick<Payment, 'paid_at' | 'exit_deadline_at'>): Date | null {
  const { paid_at: paidAt, exit_deadline_at: deadlineAt } = payment
  return deadlineAt === null || (paidAt !== null && deadlineAt < paidAt) ? null : deadlineAt
}
