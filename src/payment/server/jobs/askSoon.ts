import { acquirerNamed } from '#acquirer/acquirers.ts'
import type { NotYet } from '#kit/server/jobs/job.ts'
import { job } from '#kit/server/jobs/job.ts'
import { askSoonMs } from '../../limits.ts'
import type { PaymentDeps } from '../deps.ts'
import { askSoonKind } from '../settle/askSoon.ts'
import { isByPix } from '../settle/pix/attempt.ts'
import { isBehind } from '../settle/pix/behind.ts'
import { settle } from '../settle/settle.ts'
import { attemptById } from '../store.ts'

/**
 * Job: asks about an unknown outcome, or about a code that was paid behind somebody's card, 2, 5, 10 and 20 s after it became
 * so, as long as it is; then the janitor goes on. About a code that is open once, when a card of its ticket took nothing.
 * What the acquirer does not know so soon, or cannot say, is no news: it may still be on its way there.
 */
export const askSoonJob = job({ ...askSoonKind, run: ask })

async function ask(
  deps: PaymentDeps,
  { attemptId, since }: { attemptId: number; since: number },
): Promise<NotYet | void> {
  const attempt = await attemptById(deps.db, attemptId)
  const isOpenCode = isByPix(attempt) && attempt.state === 'challenged'
  if (attempt.state !== 'unknown' && !isBehind(attempt) && !isOpenCode) return
  const acquirer = acquirerNamed(deps.acquirers, attempt.acquirer)
  const found =
    attempt.reference === null
      ? await acquirer.find(attempt.order_key)
      : await acquirer.findByReference(attempt.reference)
  if (found.outcome !== 'not_found' && found.outcome !== 'unknown') {
    await settle(deps, attemptId, found, 'acquirer')
    if (!isBehind(await attemptById(deps.db, attemptId))) return
  }
  const now = deps.clock.now().getTime()
  const next = askSoonMs.find((ms) => since + ms > now)
  if (next !== undefined) return { notBefore: new Date(since + next) }
}
