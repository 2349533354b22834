import type { FindOutcome } from '#acquirer/acquirer.ts'
import { acquirerNamed } from '#acquirer/acquirers.ts'
import type { PaymentDeps } from '../deps.ts'
import type { OutcomeSource } from '../settlementContext.ts'
import type { Attempt } from '../attempt/attempts.ts'
import { settle } from './settle.ts'

type ByNews = Pick<OutcomeSource, 'news' | 'isRepeat'>

/** `source`: the webhook that reported the outcome, if any. */
export async function queryAndSettle(
  deps: PaymentDeps,
  attempt: Attempt,
  actor: string,
  source: ByNews = {},
): Promise<FindOutcome> {
  const acquirer = acquirerNamed(deps.acquirers, attempt.acquirer)
  const outcome =
    attempt.reference === null
      ? await acquirer.find(attempt.order_key, attempt.started_at)
      : await acquirer.findByReference(attempt.reference, attempt.started_at)
  await settle(deps, attempt.id, outcome, { actor, ...source })
  return outcome
}
