import { sql } from 'kysely'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { inFlightStates } from '../../paymentState.ts'
import { changeState } from '../changeState.ts'
import { findLastAttempt } from '../attempt/attempts.ts'
import { lockPayment } from '../store.ts'
import { isUncaptured } from '../retention/owner.ts'

/** Cancels the session's open payments without an attempt. Answers whether one of `spare` is open. */
export async function cancelWithoutAttempt(
  deps: { db: Db; clock: Clock },
  sessionHash: string,
  spare: readonly string[],
): Promise<boolean> {
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const spared = (await openPayments(tx, sessionHash, now)).filter(({ token }) => spare.includes(token))
    for (const { id } of await paymentsWithoutAttempt(tx, sessionHash)) {
      if (spared.some((one) => one.id === id)) continue
      const payment = await lockPayment(tx, id)
      if (payment.state !== 'created' || (await findLastAttempt(tx, id))) continue
      await changeState(tx, payment, 'cancelled', { actor: 'customer', now, change: { deadline_at: null } })
    }
    return spared.length > 0
  })
}

function paymentsWithoutAttempt(db: Db, sessionHash: string) {
  return db
    .selectFrom('payment')
    .select('id')
    .where('session_hash', '=', sessionHash)
    .where('state', '=', 'created')
    .where(isUncaptured)
    .where(sql<boolean>`not exists (select from attempt where attempt.payment_id = payment.id)`)
    .orderBy('id')
    .execute()
}

function openPayments(db: Db, sessionHash: string, now: Date) {
  return db
    .selectFrom('payment')
    .select(['id', 'token'])
    .where('session_hash', '=', sessionHash)
    .where(isUncaptured)
    .where((eb) =>
      eb.or([
        eb('state', 'in', [...inFlightStates]),
        eb.and([eb('state', '=', 'created'), eb('deadline_at', '>', now)]),
      ]),
    )
    .execute()
}
