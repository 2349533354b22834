import { acquirerNamed } from '#acquirer/acquirers.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { WireTransaction } from '../../contract.ts'
import { can, isEndedUnpaid, isPaidOrHeld } from '../../paymentState.ts'
import { changeState } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { type Attempt, lastAttempt, isByPix } from '../../server/attempt/attempts.ts'
import { lockPayment, type Payment, paymentById } from '../../server/store.ts'
import { wireTransaction } from '../../server/view.ts'
import { endAuthentication } from '../../authentication/server/endAuthentication.ts'
import { abandon } from '../../server/settle/abandon.ts'
import { queryAndSettle } from '../../server/settle/queryAndSettle.ts'
import { settle } from '../../server/settle/settle.ts'
import { waitForOutcome } from '../../server/flow/waitForOutcome.ts'
import { type Bearer, paymentOfBearer } from '../../server/bearer.ts'
import { endCode } from '../../pix/server/endCode.ts'

const spaceReserved = 'Esta vaga já está reservada. Para desistir, cancele a reserva no menu.'

/**
 * Cancels an unpaid payment, at the acquirer first. Throws `already_paid`, `payment_in_flight`,
 * `payment_final`.
 */
export async function cancelPayment(deps: PaymentDeps, by: Bearer): Promise<WireTransaction> {
  const payment = await paymentOfBearer(deps.db, by)
  await (payment.state === 'created' ? cancelOpen(deps, payment) : cancelInFlight(deps, payment))
  const after = await paymentById(deps.db, payment.id)
  const data = await wireTransaction(deps, after, deps.clock.now())
  if (after.state === 'authorised') throw fail('already_paid', { data, message: spaceReserved })
  if (isPaidOrHeld(after.state)) throw fail('already_paid', { data })
  if (can('cancel', after.state)) throw fail('payment_in_flight', { data })
  if (!isEndedUnpaid(after.state)) throw fail('payment_final', { data })
  return data
}

async function cancelOpen(deps: PaymentDeps, payment: Payment): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const fresh = await lockPayment(tx, payment.id)
    if (fresh.state !== 'created') return
    const change = { deadline_at: null, reason: null }
    await changeState(tx, fresh, 'cancelled', { actor: 'customer', now: deps.clock.now(), change })
  })
}

async function cancelInFlight(deps: PaymentDeps, payment: Payment): Promise<void> {
  if (payment.state === 'authorising') await waitForOutcome(deps, payment)
  const fresh = await paymentById(deps.db, payment.id)
  const attempt = await lastAttempt(deps.db, payment.id)
  if (!can('cancel', fresh.state) || fresh.state === 'authorising') return
  if (fresh.state === 'awaiting_payment') {
    await endCode(deps, fresh, { actor: 'customer', to: 'cancelled' })
    return cancelOpen(deps, fresh)
  }
  if (!attempt || fresh.state === 'created') return cancelOpen(deps, fresh)
  if (attempt.state === 'authenticating')
    return endAuthentication(deps, attempt.id, { end: 'left', actor: 'customer', to: 'cancelled' })
  const outcome = await queryAndSettle(deps, attempt, 'customer')
  if (outcome.outcome === 'pending') return endOpenSale(deps, attempt, outcome.reference)
  await cancelOpen(deps, fresh)
}

async function endOpenSale(deps: PaymentDeps, attempt: Attempt, reference: string): Promise<void> {
  const ended = await acquirerNamed(deps.acquirers, attempt.acquirer).end(reference, attempt.started_at)
  if (ended.outcome === 'unknown' && isByPix(attempt)) return
  if (ended.outcome === 'approved' && ended.capturedCents > ended.voidedCents)
    return settle(deps, attempt.id, ended, { actor: 'customer' })
  await abandon(deps, attempt.id, { actor: 'customer', to: 'cancelled' })
}
