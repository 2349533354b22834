import type { Later, Underway } from '#acquirer/acquirer.ts'
import { earlier, later, plus } from '#kit/clock.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { askAgainMs, lookAgainMs } from '../limits.ts'
import type { PaymentDeps } from './deps.ts'

/** A job that the acquirer puts off into the past, by a second or by its clock, still leaves room for others. */
const atLeastMs = 30_000

/** When a job comes again that the acquirer has taken on, or wants to be asked for later. */
export function notYet(told: Underway | Later, now: Date): NotYet {
  const wanted = told.outcome === 'later' ? told.notBefore : earlier(told.until, plus(now, lookAgainMs))
  return { notBefore: later(wanted, plus(now, atLeastMs)) }
}

/** How soon a job comes again that got no answer; then ever more rarely. */
const soonMs = 5_000

/** When a job comes again whose money the acquirer has said nothing about since `from`: it never gives up. */
export function unsaid({ clock, log }: Pick<PaymentDeps, 'clock' | 'log'>, from: Date | null): NotYet {
  const now = clock.now()
  const notBefore = plus(now, askAgainMs(now.getTime() - (from ?? now).getTime(), soonMs))
  log.warn({ since: from, notBefore }, 'the acquirer has not said what became of money on its way back')
  return { notBefore }
}
