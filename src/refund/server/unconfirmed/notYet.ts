import type { Later, Underway } from '#acquirer/acquirer.ts'
import { earlier, later, plus } from '#kit/clock.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { recheckAfterMs, recheckMs } from '#payment/limits.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Refund } from '#payment/server/ledger/refunds.ts'

/** Also when the acquirer names a time in the past. */
const atLeastMs = 30_000

export function notYet(told: Underway | Later, now: Date): NotYet {
  const wanted = told.outcome === 'later' ? told.notBefore : earlier(told.until, plus(now, recheckMs))
  return { notBefore: later(wanted, plus(now, atLeastMs)) }
}

const soonMs = 5_000

type Deps = Pick<PaymentDeps, 'clock' | 'log'>
type Back = { readonly payment: number; readonly attempt: number; readonly refund?: number }

/** Retries without end, at growing pauses since `from`. */
export function unsaid({ clock, log }: Deps, of: Back, from: Date | null): NotYet {
  const now = clock.now()
  const notBefore = plus(now, recheckAfterMs(now.getTime() - (from ?? now).getTime(), soonMs))
  const told = { ...of, since: from, notBefore }
  log.warn(told, 'the acquirer has not said what became of money on its way back')
  return { notBefore }
}

export function refundUnsaid(deps: Deps, { id, payment_id, attempt_id, asked_at }: Refund): NotYet {
  return unsaid(deps, { payment: payment_id, attempt: attempt_id, refund: id }, asked_at)
}
