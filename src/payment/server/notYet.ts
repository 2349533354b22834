import type { Later, Underway } from '#acquirer/acquirer.ts'
import { earlier, later, plus } from '#kit/clock.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { lookAgainMs } from '../limits.ts'

/** A job that the acquirer puts off into the past, by a second or by its clock, still leaves room for others. */
const atLeastMs = 30_000

/** When a job comes again that the acquirer has taken on, or wants to be asked for later. */
export function notYet(told: Underway | Later, now: Date): NotYet {
  const wanted = told.outcome === 'later' ? told.notBefore : earlier(told.until, plus(now, lookAgainMs))
  return { notBefore: later(wanted, plus(now, atLeastMs)) }
}
