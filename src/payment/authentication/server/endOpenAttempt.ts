import { job } from '#kit/server/jobs/job.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { endAuthentication } from './openAuthentication.ts'
import { abandonAttempt } from '../../server/settle/abandonAttempt.ts'
import { queryAndSettle } from '../../server/settle/queryAndSettle.ts'
import { endOpenAttemptKind } from '../../server/settle/endOtherAttempts.ts'
import { isSuperseded } from '../../server/settle/pix/superseded.ts'
import { cancelSale } from '../../pix/server/endPixCode.ts'
import { getAttempt } from '../../server/attempt/attempts.ts'

/** Job: ends an open authentication or sale of a ticket that was paid otherwise. Throws to be retried. */
export const endOpenAttemptJob = job({
  ...endOpenAttemptKind,
  run: async (deps: PaymentDeps, { attemptId }) => {
    const open = await getAttempt(deps.db, attemptId)
    if (open.state === 'authenticating')
      return endAuthentication(deps, attemptId, { end: 'left', actor: 'janitor', to: 'cancelled' })
    // A paid code must not end as 'nothing charged'.
    if (!isSuperseded(open)) await abandonAttempt(deps, attemptId, { actor: 'janitor', to: 'cancelled' })
    const attempt = await getAttempt(deps.db, attemptId)
    if (attempt.state !== 'abandoned' && !isSuperseded(attempt)) return
    const found = await queryAndSettle(deps, attempt, 'janitor')
    if (found.outcome === 'unknown') throw new Error(`no answer about the open sale of attempt ${attemptId}`)
    if (found.outcome !== 'pending') return
    const ended = await cancelSale(deps, attempt, { reference: found.reference, actor: 'janitor' })
    if (ended === 'unknown') throw new Error(`the open sale of attempt ${attemptId} may still be open`)
  },
})
