import { closeUnpaid } from '../../server/changeState.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { WireTransaction } from '../../contract.ts'
import { can, isEndedUnpaid, isPaidOrHeld } from '../../paymentState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { findLastAttempt } from '../../server/attempt/attempts.ts'
import { lockPayment, type Payment, getPayment } from '../../server/store.ts'
import { wireTransaction } from '../../server/view.ts'
import { waitForOutcome } from '../../server/flow/readPayment.ts'
import { endAuthentication } from '../../authentication/server/openAuthentication.ts'
import { queryAndSettle } from '../../server/settle/queryAndSettle.ts'
import { type Bearer, getPaymentOfBearer } from '../../server/bearer.ts'
import { endPixCode, endSaleAtBank } from '../../pix/server/endPixCode.ts'

const spaceReserved = 'Esta vaga já está reservada. Para desistir, cancele a reserva no menu.'

/** Cancels at the acquirer first. Throws `already_paid`, `payment_in_flight`, `payment_final`. */
export async function cancelPayment(deps: PaymentDeps, by: Bearer): Promise<WireTransaction> {
  const payment = await getPaymentOfBearer(deps.db, by)
  await (payment.state === 'created' ? cancelOpen(deps, payment) : cancelInFlight(deps, payment))
  const after = await getPayment(deps.db, payment.id)
  const data = await wireTransaction(deps, after)
  if (after.state === 'authorised') throw fail('already_paid', { data, message: spaceReserved })
  if (isPaidOrHeld(after.state)) throw fail('already_paid', { data })
  if (can('cancel', after.state)) throw fail('payment_in_flight', { data })
  if (!isEndedUnpaid(after.state)) throw fail('payment_final', { data })
  return data
}

async function cancelOpen({ db, clock }: PaymentDeps, { id }: Payment): Promise<void> {
  await transaction(db, async (tx) => {
    const payment = await lockPayment(tx, id)
    await closeUnpaid(tx, payment, { to: 'cancelled', actor: 'customer', now: clock.now() })
  })
}

async function cancelInFlight(deps: PaymentDeps, payment: Payment): Promise<void> {
  if (payment.state === 'authorising') await waitForOutcome(deps, payment)
  const fresh = await getPayment(deps.db, payment.id)
  const attempt = await findLastAttempt(deps.db, payment.id)
  if (!can('cancel', fresh.state) || fresh.state === 'authorising') return
  const by = { actor: 'customer', to: 'cancelled' } as const
  if (fresh.state === 'awaiting_payment') {
    await endPixCode(deps, fresh, by)
    return cancelOpen(deps, fresh)
  }
  if (!attempt || fresh.state === 'created') return cancelOpen(deps, fresh)
  if (attempt.state === 'authenticating') return endAuthentication(deps, attempt.id, { end: 'left', ...by })
  const outcome = await queryAndSettle(deps, attempt, by.actor)
  if (outcome.outcome === 'pending')
    return endSaleAtBank(deps, attempt, { ...by, reference: outcome.reference })
  await cancelOpen(deps, fresh)
}
