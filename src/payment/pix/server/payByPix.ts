import { fail, invalid } from '#kit/fail.ts'
import { checkRateLimit } from '#session/server/limits/admit.ts'
import type { PayOutcome } from '../../contract.ts'
import type { BankMethod } from '#acquirer/acquirer.ts'
import { methodByNumber, methods } from '../../method/method.ts'
import { can } from '../../paymentState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { settle } from '../../server/settle/settle.ts'
import { payOutcome } from '../../server/view.ts'
import { waitForOutcome } from '../../server/flow/readPayment.ts'
import { getPaymentOfBearer } from '../../server/bearer.ts'
import { acquirerForMethod } from '#acquirer/acquirers.ts'
import { personLimitKey } from '../../server/attempt/cardLimits.ts'
import { startAttempt, type PayInput } from '../../server/attempt/startAttempt.ts'

type PixRequest = PayInput & { method: BankMethod }

/**
 * Opens a Pix, idempotently (docs/methods.md#pix). Throws `not_found`, `method_closed`, `not_configured`,
 * `payer_missing`, 422 for another method, and the errors of `checkRateLimit` and `startAttempt`.
 */
export async function payByPix(deps: PaymentDeps, request: PixRequest): Promise<PayOutcome> {
  const payment = await getPaymentOfBearer(deps.db, request)
  if (!can('pay', payment.state)) return waitForOutcome(deps, payment)
  const { method } = request
  if (methodByNumber(payment.payment_type) !== method)
    throw invalid({ method: [`Altere a forma de pagamento para pagar com ${methods[method].inSentence}.`] })
  if (!(await deps.methods()).includes(method)) throw fail('method_closed')
  await deps.assertConfigured()
  const payer = await request.payerOf(payment.ticket_code)
  if (!payer) throw fail('payer_missing')

  await checkRateLimit(deps.db, 'pix_address', request.by, deps.clock.now())
  const by = { ...request, ip: request.by.ip, payer }
  const acquirer = acquirerForMethod(deps.acquirers, method)
  const started = await startAttempt(deps, payment, by, {
    acquirer,
    card: null,
    limitKeys: [{ limit: 'pix_person', key: personLimitKey(by).key }],
    addressLimit: 'pix_address',
    authentication: null,
    ignoredCodes: null,
    cardColumns: {},
  })
  if (started === null || 'refusalCause' in started) return waitForOutcome(deps, payment)
  const { orderKey, returnUrl } = started
  const sale = { orderKey, returnUrl, amountCents: started.payment.amount_cents, payer }

  const outcome = await acquirer.authorise({
    ...sale,
    capture: true,
    instrument: { type: method },
    authentication: null,
  })

  await settle(deps, started.attemptId, outcome, { actor: 'acquirer' })
  return payOutcome(deps, payment)
}
