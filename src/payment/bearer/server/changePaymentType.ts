import { audit } from '#kit/server/audit.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { isOffered } from '../../method/captureTerms.ts'
import { methodByNumber, type PaymentType } from '../../method/method.ts'
import { can, isInFlight } from '../../paymentState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { lockPayment, updatePayment, auditSubject } from '../../server/store.ts'
import { wireTransaction } from '../../server/view.ts'
import { endAuthentication, findOpenAuthentication } from '../../authentication/server/openAuthentication.ts'
import { type Bearer, getPaymentOfBearer } from '../../server/bearer.ts'
import { endPixCode } from '../../pix/server/endPixCode.ts'

/** Throws `method_closed`, `payment_in_flight`, `payment_final`, `debit_on_reservation`. */
export async function changePaymentType(deps: PaymentDeps, by: Bearer, paymentType: PaymentType) {
  const known = await getPaymentOfBearer(deps.db, by)
  const now = deps.clock.now()
  const isUnchanged = known.state === 'awaiting_payment' && known.payment_type === paymentType
  if (isUnchanged) return wireTransaction(deps, known)
  if (!isOffered(methodByNumber(paymentType), await deps.methods(), known)) throw fail('method_closed')
  const open = await findOpenAuthentication(deps.db, known)
  if (open) await endAuthentication(deps, open.id, { end: 'left', actor: 'customer', to: 'created' })
  await endPixCode(deps, known, { actor: 'customer', to: 'created' })
  await transaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, known.id)
    if (isInFlight(payment.state)) throw fail('payment_in_flight')
    if (!can('changeType', payment.state)) throw fail('payment_final')
    if (!deps.subject.captureTerms(payment).methods.includes(methodByNumber(paymentType)))
      throw fail('debit_on_reservation')
    if (payment.payment_type === paymentType) return
    await updatePayment(tx, payment.id, now, { payment_type: paymentType, reason: null })
    const before = { payment_type: payment.payment_type }
    const after = { payment_type: paymentType }
    await audit(tx, { ...auditSubject(payment.id, 'customer', now), action: 'type', before, after })
  })
  return wireTransaction(deps, known)
}
