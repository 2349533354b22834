import type { Db } from '#db/schema.ts'
import type { Attempt } from '#payment/server/attempt/attempts.ts'
import { byDecisiveness } from '#payment/server/views/paymentShown.ts'

/** The attempt with the payment's money, else the last. */
export async function decisiveAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy(byDecisiveness('attempt'), 'desc')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
}
