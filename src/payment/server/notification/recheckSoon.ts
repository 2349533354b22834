import { job } from '#kit/server/jobs/job.ts'
import { freeJobKey } from '#kit/server/jobs/store.ts'
import { recheckSoonMs } from '../../limits.ts'
import type { PaymentDeps } from '../deps.ts'
import { queryAndSettle, querySale } from '../settle/queryAndSettle.ts'
import { recheckSoonKind } from '../attempt/scheduleRecheck.ts'
import { isSuperseded } from '../settle/pix/superseded.ts'
import { recheckCodeKey, recheckCodeKind } from '../attempt/recheckOpenCodes.ts'
import { settle } from '../settle/settle.ts'
import { attemptById, isByPix } from '../attempt/attempts.ts'

/** Job: an early 'not found' is ignored, and the janitor continues. */
export const recheckSoonJob = job({
  ...recheckSoonKind,
  run: async (deps: PaymentDeps, { attemptId, since }) => {
    const attempt = await attemptById(deps.db, attemptId)
    if (attempt.state !== 'unknown') return
    const found = await querySale(deps, attempt)
    if (found.outcome !== 'not_found' && found.outcome !== 'unknown')
      return settle(deps, attemptId, found, { actor: 'acquirer' })
    const now = deps.clock.now().getTime()
    const next = recheckSoonMs.find((ms) => since + ms > now)
    if (next !== undefined) return { notBefore: new Date(since + next) }
  },
})

/** Job: queries a code once, after a card of its ticket took nothing. */
export const recheckCodeJob = job({
  ...recheckCodeKind,
  run: async (deps: PaymentDeps, { attemptId }): Promise<void> => {
    await freeJobKey(deps.db, recheckCodeKey(attemptId))
    const attempt = await attemptById(deps.db, attemptId)
    const isOpenCode = isByPix(attempt) && attempt.state === 'challenged'
    if (isOpenCode || isSuperseded(attempt)) await queryAndSettle(deps, attempt, 'acquirer')
  },
})
