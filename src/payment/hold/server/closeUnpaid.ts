import type { Tx } from '#db/schema.ts'
import { changeState } from '../../server/changeState.ts'
import type { Payment } from '../../server/store.ts'

type Closing = { to: 'cancelled' | 'expired'; actor: string; now: Date }

export async function closeUnpaid(tx: Tx, payment: Payment, { to, ...by }: Closing): Promise<void> {
  if (payment.state !== 'created') return
  await changeState(tx, payment, to, { ...by, change: { deadline_at: null, reason: null } })
}
