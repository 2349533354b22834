import type { Later, Underway } from '#acquirer/acquirer.ts'
import { earlier, plus } from '#kit/clock.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { lookAgainMs } from '../limits.ts'

/** When a job comes again that the acquirer has taken on, or wants to be asked for later. */
export function notYet(told: Underway | Later, now: Date): NotYet {
  if (told.outcome === 'later') return { notBefore: told.notBefore }
  return { notBefore: earlier(told.until, plus(now, lookAgainMs)) }
}
