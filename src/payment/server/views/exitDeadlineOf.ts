import type { Payment } from '../store.ts'

/**
 * The exit deadline that a payment gave; null where it gave none. A release before stored an instant before `paid_at` for
 * that (docs/spec.md#r41).
 */
export function exitDeadlineOf(payment: Pick<Payment, 'paid_at' | 'exit_deadline_at'>): Date | null {
  const { paid_at: paidAt, exit_deadline_at: deadlineAt } = payment
  return deadlineAt === null || (paidAt !== null && deadlineAt < paidAt) ? null : deadlineAt
}
