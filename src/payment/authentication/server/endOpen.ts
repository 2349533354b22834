import { acquirerNamed } from '#acquirer/acquirers.ts'
import { job } from '#kit/server/jobs/job.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { endAuthentication } from './endAuthentication.ts'
import { abandon } from '../../server/settle/abandon.ts'
import { askAcquirer } from '../../server/settle/askAcquirer.ts'
import { endOpenKind } from '../../server/settle/endOthers.ts'
import { isSuperseded } from '../../server/settle/pix/superseded.ts'
import { settle } from '../../server/settle/settle.ts'
import { attemptById } from '../../server/attempt/attempts.ts'

/**
 * Job: closes a payment whose cardholder still stands before the bank's page while somebody else has paid the ticket,
 * first here and then at the acquirer. Money that was taken in that moment is settled like any other. Where the
 * acquirer cannot close the sale, the janitor keeps asking about it. Throws without an answer; the queue asks again.
 */
export const endOpenJob = job({ ...endOpenKind, run: endOpen })

async function endOpen(deps: PaymentDeps, { attemptId }: { attemptId: number }): Promise<void> {
  const open = await attemptById(deps.db, attemptId)
  // Of an authentication nothing was sent, so there is nothing to close.
  if (open.state === 'authenticating')
    return endAuthentication(deps, attemptId, { end: 'left', actor: 'janitor', to: 'cancelled' })
  // Who has paid is told that it goes back, never that nothing was charged.
  if (!isSuperseded(open)) await abandon(deps, attemptId, { actor: 'janitor', to: 'cancelled' })
  const attempt = await attemptById(deps.db, attemptId)
  if (attempt.state !== 'abandoned' && !isSuperseded(attempt)) return
  const found = await askAcquirer(deps, attempt, 'janitor')
  if (found.outcome === 'unknown') throw new Error(`no answer about the open sale of attempt ${attemptId}`)
  if (found.outcome !== 'pending') return
  const ended = await acquirerNamed(deps.acquirers, attempt.acquirer).end(found.reference, attempt.started_at)
  if (ended.outcome === 'unknown') throw new Error(`the open sale of attempt ${attemptId} may still be open`)
  if (ended.outcome === 'approved' && ended.capturedCents > ended.voidedCents)
    await settle(deps, attempt.id, ended, 'janitor')
}
