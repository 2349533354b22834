import { setTimeout as wait } from 'node:timers/promises'
import type { PayOutcome } from '../../contract.ts'
import type { PaymentDeps } from '../deps.ts'
import { type Payment, paymentById } from '../store.ts'
import { payOutcome } from '../view.ts'

const patienceMs = 5_000
const lookEveryMs = 100

/** Waits up to 5 s for the first call's outcome. Polls the database: that call may run in another process. */
export async function waitForOutcome(deps: PaymentDeps, payment: Payment): Promise<PayOutcome> {
  let current = await paymentById(deps.db, payment.id)
  const until = performance.now() + patienceMs
  while (current.state === 'authorising' && performance.now() < until) {
    await wait(lookEveryMs)
    current = await paymentById(deps.db, payment.id)
  }
  return payOutcome(deps, current)
}
