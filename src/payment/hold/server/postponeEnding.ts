import type { Later, Underway } from '#acquirer/acquirer.ts'
import { earlier, plus } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { recheckMs } from '../../limits.ts'
import { changeState } from '../../server/changeState.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { attemptById } from '../../server/attempt/attempts.ts'
import { lockPayment } from '../../server/store.ts'

/** Postpones an ending that the acquirer accepted for later or wants retried; the janitor continues. */
export async function postponeEnding(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  attemptId: number,
  told: (Underway | Later) & { actor: string },
): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { payment_id } = await attemptById(tx, attemptId)
    const payment = await lockPayment(tx, payment_id)
    const attempt = await attemptById(tx, attemptId)
    if (attempt.state !== 'held' || (payment.state !== 'capturing' && payment.state !== 'unknown')) return
    const [to, deadline_at] =
      told.outcome === 'later'
        ? (['authorised', told.notBefore] as const)
        : (['capturing', earlier(told.until, plus(now, recheckMs))] as const)
    await changeState(tx, payment, to, { actor: told.actor, now, change: { deadline_at } })
  })
}
