import { transaction } from '#kit/server/db/transaction.ts'
import { can } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import type { PaymentDeps } from '../deps.ts'
import { askEndingAgain } from '../flow/hold/endHold.ts'
import { abandon } from '../settle/abandon.ts'
import { askAcquirer } from '../settle/askAcquirer.ts'
import { heldAttempt, lastAttempt, lockPayment, overduePayments, type Payment } from '../store.ts'

const batch = 50

/**
 * The janitor: looks at every payment whose deadline has passed. Open ones expire; those that wait for the
 * acquirer are asked about. Answers how many it looked at. One that fails does not stop the others.
 */
export async function sweepPayments(deps: PaymentDeps): Promise<number> {
  const overdue = await overduePayments(deps.db, deps.clock.now(), batch)
  for (const payment of overdue) {
    try {
      await (can('expire', payment.state) ? expire(deps, payment) : ask(deps, payment))
    } catch (error) {
      deps.log.error({ err: error, payment: payment.id }, 'janitor could not settle a payment')
    }
  }
  return overdue.length
}

async function expire(deps: PaymentDeps, payment: Payment): Promise<void> {
  await transaction(deps.db, async (db) => {
    const fresh = await lockPayment(db, payment.id)
    if (!can('expire', fresh.state) || fresh.deadline_at === null || fresh.deadline_at > deps.clock.now())
      return
    await changeState(db, fresh, 'expired', {
      actor: 'janitor',
      now: deps.clock.now(),
      change: { deadline_at: null },
    })
  })
}

async function ask(deps: PaymentDeps, payment: Payment): Promise<void> {
  if (payment.take_cents !== null && (await heldAttempt(deps.db, payment.id))) {
    return askEndingAgain(deps, payment.id)
  }
  const attempt = await lastAttempt(deps.db, payment.id)
  if (!attempt) throw new Error(`payment ${payment.id} is ${payment.state} without an attempt`)
  const outcome = await askAcquirer(deps, attempt, 'janitor')
  if (outcome.outcome === 'challenge') await abandon(deps, attempt.id, { actor: 'janitor', to: 'created' })
}
