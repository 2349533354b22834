import type { PaymentDeps } from '../deps.ts'
import type { Attempt } from '../store.ts'
import { settle } from './settle.ts'

/** Asks what became of an attempt, by reference where one is known, else by order key, and settles it. */
export async function askAcquirer(
  deps: PaymentDeps,
  attempt: Attempt,
  actor: string,
): Promise<Awaited<ReturnType<PaymentDeps['acquirer']['find']>>> {
  const outcome =
    attempt.reference === null
      ? await deps.acquirer.find(attempt.order_key)
      : await deps.acquirer.findByReference(attempt.reference)
  await settle(deps, attempt.id, outcome, actor)
  return outcome
}
