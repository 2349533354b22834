import { setTimeout as wait } from 'node:timers/promises'
import type { FindOutcome } from '#acquirer/acquirer.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { queryAndSettle } from '../../server/settle/queryAndSettle.ts'
import type { Attempt } from '../../server/attempt/attempts.ts'

export const patienceMs = 700

/** The outcome within `ms`, else null; a later answer is still settled. */
export async function recheckWithin(deps: PaymentDeps, attempt: Attempt, ms: number) {
  const stop = new AbortController()
  const late = wait(ms, null, { signal: stop.signal }).catch(() => null)
  const answer = await Promise.race([ask(deps, attempt), late])
  stop.abort()
  return answer
}

async function ask(deps: PaymentDeps, attempt: Attempt): Promise<FindOutcome['outcome'] | null> {
  try {
    return (await queryAndSettle(deps, attempt, 'acquirer')).outcome
  } catch (error) {
    deps.log.error({ err: error, attempt: attempt.id }, 'an open code could not be asked about')
    return null
  }
}
