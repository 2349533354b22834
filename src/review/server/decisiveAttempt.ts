import type { Db } from '#db/schema.ts'
import { type Attempt, attemptsOf } from '#payment/server/attempt/attempts.ts'
import { byDecisiveness } from '#payment/server/views/paymentShown.ts'

/** The attempt with the payment's money, else the last. */
export async function decisiveAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  const best = attemptsOf(db, paymentId).orderBy(byDecisiveness('attempt'), 'desc').orderBy('n', 'desc')
  return best.limit(1).executeTakeFirst()
}
