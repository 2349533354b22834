import { codeCheckIntervalMs } from '../../limits.ts'
import type { PaymentDeps } from '../../server/deps.ts'
import { findPayment } from '../../server/store.ts'
import { recheckWithin, patienceMs } from './recheckWithin.ts'
import { sharedNow } from '#kit/server/db/leases.ts'
import type { Attempt } from '../../server/attempt/attempts.ts'
import type { CheckDeps } from './recheckStayCodes.ts'

/**
 * Queries a code on a screen, once per `codeCheckIntervalMs` across instances; false where nothing changed.
 */
export async function recheckCode(deps: PaymentDeps, token: string): Promise<boolean> {
  const payment = await findPayment(deps.db, token)
  if (payment?.state !== 'awaiting_payment') return true
  const ageMs = deps.clock.now().getTime() - payment.updated_at.getTime()
  const attempt = await claimCheck(deps, { paymentId: payment.id, eachMs: codeCheckIntervalMs(ageMs) })
  if (!attempt) return (await findPayment(deps.db, token))?.state !== 'awaiting_payment'
  await recheckWithin(deps, attempt, patienceMs)
  return true
}

async function claimCheck(
  { db, clock }: CheckDeps,
  { paymentId, eachMs }: { paymentId: number; eachMs: number },
): Promise<Attempt | null> {
  const claimed = await db
    .updateTable('attempt')
    .set({ looked_at: sharedNow(clock) })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'challenged')
    .where((eb) => eb.or([eb('looked_at', 'is', null), eb('looked_at', '<=', sharedNow(clock, -eachMs))]))
    .returningAll()
    .executeTakeFirst()
  return claimed ?? null
}
