import type { Tx } from '#db/schema.ts'
import { changeState } from '../../server/changeState.ts'
import type { Payment } from '../../server/store.ts'

export async function closeUnpaid(
  tx: Tx,
  payment: Payment,
  by: { to: 'cancelled' | 'expired'; actor: string; now: Date },
): Promise<void> {
  if (payment.state !== 'created') return
  const change = { deadline_at: null, reason: null }
  await changeState(tx, payment, by.to, { actor: by.actor, now: by.now, change })
}
