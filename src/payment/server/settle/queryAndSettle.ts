import type { FindOutcome } from '#acquirer/acquirer.ts'
import { acquirerByName } from '#acquirer/acquirers.ts'
import type { PaymentDeps } from '../deps.ts'
import type { OutcomeSource } from '../settlementContext.ts'
import type { Attempt } from '../attempt/attempts.ts'
import { settle } from './settle.ts'

/** `source`: the webhook that reported the outcome, if any. */
export async function queryAndSettle(
  deps: PaymentDeps,
  attempt: Attempt,
  actor: string,
  source: Pick<OutcomeSource, 'news' | 'isRepeat'> = {},
) {
  const outcome = await querySale(deps, attempt)
  await settle(deps, attempt.id, outcome, { actor, ...source })
  return outcome
}

/** The acquirer's view of the attempt's sale. */
export async function querySale({ acquirers }: PaymentDeps, attempt: Attempt): Promise<FindOutcome> {
  const { acquirer: name, reference, order_key: orderKey, started_at: startedAt } = attempt
  const acquirer = acquirerByName(acquirers, name)
  return reference === null
    ? acquirer.findByOrderKey(orderKey, startedAt)
    : acquirer.findByReference(reference, startedAt)
}
