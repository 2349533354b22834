import type { Clock } from '#kit/clock.ts'
import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { can } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import { lockPayment } from '../store.ts'
import { isUnpaid } from './me/owner.ts'

/** Cancels the session's open transactions that never had an attempt (POST /auth/session/clear). */
export async function cancelUntouched(deps: { db: Db; clock: Clock }, sessionHash: string): Promise<void> {
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    const untouched = await db
      .selectFrom('payment')
      .select('id')
      .where('session_hash', '=', sessionHash)
      .where('state', '=', 'created')
      .where(isUnpaid)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('attempt').select('attempt.id').whereRef('attempt.payment_id', '=', 'payment.id'),
          ),
        ),
      )
      .orderBy('id')
      .execute()
    for (const { id } of untouched) {
      const payment = await lockPayment(db, id)
      if (!can('cancel', payment.state)) continue
      await changeState(db, payment, 'cancelled', { actor: 'customer', now, change: { deadline_at: null } })
    }
  })
}
