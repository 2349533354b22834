import type { Later, Underway } from '#acquirer/acquirer.ts'
import { earlier, later, plus } from '#kit/clock.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { recheckAfterMs, recheckMs } from '#payment/limits.ts'
import type { PaymentDeps } from '#payment/server/deps.ts'
import type { Refund } from '#payment/server/ledger/refunds.ts'

/** A job that the acquirer puts off into the past, by a second or by its clock, still leaves room for others. */
const atLeastMs = 30_000

/** When a job comes again that the acquirer has taken on, or wants to be asked for later. */
export function notYet(told: Underway | Later, now: Date): NotYet {
  const wanted = told.outcome === 'later' ? told.notBefore : earlier(told.until, plus(now, recheckMs))
  return { notBefore: later(wanted, plus(now, atLeastMs)) }
}

/** How soon a job comes again that got no answer; then ever more rarely. */
const soonMs = 5_000

type Deps = Pick<PaymentDeps, 'clock' | 'log'>
/** Whose money is on its way back, as the desk and the queue know it. */
type Back = { readonly payment: number; readonly attempt: number; readonly refund?: number }

/** When a job comes again whose money the acquirer has said nothing about since `from`: it never gives up. */
export function unsaid({ clock, log }: Deps, of: Back, from: Date | null): NotYet {
  const now = clock.now()
  const notBefore = plus(now, recheckAfterMs(now.getTime() - (from ?? now).getTime(), soonMs))
  const told = { ...of, since: from, notBefore }
  log.warn(told, 'the acquirer has not said what became of money on its way back')
  return { notBefore }
}

/** The same of a refund. */
export function refundUnsaid(deps: Deps, { id, payment_id, attempt_id, asked_at }: Refund): NotYet {
  return unsaid(deps, { payment: payment_id, attempt: attempt_id, refund: id }, asked_at)
}
