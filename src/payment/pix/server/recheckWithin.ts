import { setTimeout as wait } from 'node:timers/promises'
import type { FindOutcome } from '#acquirer/acquirer.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { askAcquirer } from '../../server/settle/askAcquirer.ts'
import type { Attempt } from '../../server/attempt/attempts.ts'

/** So long a look waits for the bank's word; what comes later the next look sees. */
export const patienceMs = 700

/** Has the bank asked about a code; answers what it says within `ms`, or null. What it says later is settled all the same. */
export async function recheckWithin(
  deps: PaymentDeps,
  attempt: Attempt,
  ms: number,
): Promise<FindOutcome['outcome'] | null> {
  const stop = new AbortController()
  const late = wait(ms, null, { signal: stop.signal }).catch(() => null)
  const said = await Promise.race([ask(deps, attempt), late])
  stop.abort()
  return said
}

async function ask(deps: PaymentDeps, attempt: Attempt): Promise<FindOutcome['outcome'] | null> {
  try {
    return (await askAcquirer(deps, attempt, 'acquirer')).outcome
  } catch (error) {
    deps.log.error({ err: error, attempt: attempt.id }, 'an open code could not be asked about')
    return null
  }
}
