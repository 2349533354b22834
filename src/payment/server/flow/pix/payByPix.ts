import type { Payer } from '#acquirer/acquirer.ts'
import { fail, invalid } from '#kit/fail.ts'
import { admitTry, type Trier } from '#session/server/limits/tries.ts'
import type { PayOutcome } from '../../../contract.ts'
import { methodOf, methodRow } from '../../../method.ts'
import { can } from '../../../paymentState.ts'
import type { PaymentDeps } from '../../deps.ts'
import { settle } from '../../settle/settle.ts'
import { paymentById } from '../../store.ts'
import { payOutcome } from '../../view.ts'
import { paymentOfBearer } from '../bearer.ts'
import { firstOutcome } from '../firstOutcome.ts'
import { startPix } from './startPix.ts'

export type PixRequest = {
  token: string
  sessionHash: string
  by: Trier
  userId: number | null
  /** Null when the guest has not said who pays. */
  payer: Payer | null
  /** The amount that the person saw; null when the page did not say. */
  seenCents: number | null
}

/**
 * Opens a Pix and answers its code (docs/methods.md#1-pix). Said twice, it answers the code that is open. Throws
 * `not_found`, `method_closed`, `payer_missing`, 422 where the payment is of another method, and what
 * `admitTry` and `startPix` throw.
 */
export async function payByPix(deps: PaymentDeps, request: PixRequest): Promise<PayOutcome> {
  const payment = await paymentOfBearer(deps.db, request)
  if (!can('pay', payment.state)) return firstOutcome(deps, payment)
  if (methodRow(payment.payment_type).instrument !== 'pix')
    throw invalid({ method: ['Altere a forma de pagamento para pagar com Pix.'] })
  if (!(await deps.methods()).includes(methodOf(payment.payment_type))) throw fail('method_closed')
  const { payer } = request
  if (!payer) throw fail('payer_missing')

  await admitTry(deps.db, 'pix_address', request.by, deps.clock.now())
  const intent = await startPix(deps, payment, { ...request, ip: request.by.ip, payer })
  if (!intent) return firstOutcome(deps, payment)

  const outcome = await intent.acquirer.authorise(intent.request)

  await settle(deps, intent.attemptId, outcome, 'acquirer')
  return payOutcome(deps, await paymentById(deps.db, payment.id), deps.clock.now())
}
