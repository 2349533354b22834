import type { PostponedChange, PendingChange } from '#acquirer/acquirer.ts'
import { earlier, later, addMs } from '#kit/clock.ts'
import type { Reschedule } from '#kit/server/jobs/job.ts'
import { recheckDelayMs, pendingRecheckMs } from '#payment/limits.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Refund } from '#payment/server/ledger/refunds.ts'

/** The pause when the acquirer names a time in the past. */
const minRetryMs = 30_000

export function retryWhenDue(answer: PendingChange | PostponedChange, now: Date): Reschedule {
  const proposed =
    answer.outcome === 'later' ? answer.notBefore : earlier(answer.until, addMs(now, pendingRecheckMs))
  return { notBefore: later(proposed, addMs(now, minRetryMs)) }
}

const firstRetryMs = 5_000

type RefundIds = { readonly payment: number; readonly attempt: number; readonly refund?: number }

/** Retries without end, at growing pauses since `from`. */
export function retryUnanswered({ clock, log }: PaymentDeps, of: RefundIds, from: Date | null): Reschedule {
  const now = clock.now()
  const notBefore = addMs(now, recheckDelayMs(now.getTime() - (from ?? now).getTime(), firstRetryMs))
  const facts = { ...of, since: from, notBefore }
  log.warn(facts, 'the acquirer has not said what became of money on its way back')
  return { notBefore }
}

export function retryUnansweredRefund(deps: PaymentDeps, { id, payment_id, attempt_id, asked_at }: Refund) {
  return retryUnanswered(deps, { payment: payment_id, attempt: attempt_id, refund: id }, asked_at)
}
