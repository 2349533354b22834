import { isPaidOrHeld } from '../../paymentState.ts'
import type { PaymentDeps } from '../deps.ts'
import { attemptByNonce } from '../attempt/findAttempts.ts'
import { paymentById } from '../store.ts'
import { abandon } from '../settle/abandon.ts'
import { queryAndSettle } from '../settle/queryAndSettle.ts'

/** Settles a browser's return from the bank by a query (docs/spec.md#r11). Answers the next path. */
export async function returnFromBank(deps: PaymentDeps, nonce: string): Promise<string> {
  const attempt = await attemptByNonce(deps.db, nonce)
  if (!attempt) return '/'
  try {
    const outcome = await queryAndSettle(deps, attempt, 'bank return')
    if (outcome.outcome === 'pending') await abandon(deps, attempt.id, { actor: 'customer', to: 'created' })
  } catch (error) {
    deps.log.error({ err: error, attempt: attempt.id }, 'bank return could not be settled')
  }
  const payment = await paymentById(deps.db, attempt.payment_id)
  const screen = isPaidOrHeld(payment.state) ? 'done' : 'creditDebitCard'
  return `/#/payment/${payment.token}/${screen}`
}
