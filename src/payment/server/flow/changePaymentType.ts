import { audit } from '#kit/server/audit.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { WireTransaction } from '../../contract.ts'
import { can, isInFlight } from '../../paymentState.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockPayment, paymentById, updatePayment } from '../store.ts'
import { wireTransaction } from '../view.ts'
import { type Holder, heldPayment } from './heldPayment.ts'

/**
 * Changes between credit (1) and debit (2) while nothing is in flight.
 * Throws `payment_in_flight`, `payment_final`, or `debit_on_reservation` (destination 2 is credit only).
 */
export async function changePaymentType(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'subject'>,
  by: Holder,
  paymentType: 1 | 2,
): Promise<WireTransaction> {
  const known = await heldPayment(deps.db, by)
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const payment = await lockPayment(db, known.id)
    if (isInFlight(payment.state)) throw fail('payment_in_flight')
    if (!can('changeType', payment.state)) throw fail('payment_final')
    if (payment.destination === 2 && paymentType === 2) throw fail('debit_on_reservation')
    if (payment.payment_type === paymentType) return
    await updatePayment(db, payment.id, now, { payment_type: paymentType, reason: null })
    const before = { payment_type: payment.payment_type }
    const after = { payment_type: paymentType }
    await audit(db, {
      at: now,
      actor: 'customer',
      subject: 'payment',
      subjectId: String(payment.id),
      action: 'type',
      before,
      after,
    })
  })
  return wireTransaction(deps, await paymentById(deps.db, known.id), now)
}
