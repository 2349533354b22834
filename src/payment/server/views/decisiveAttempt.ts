import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Attempt } from '../attempt/attempts.ts'
import { isOriginalSale } from './ours.ts'

/** SQL: captured or held first, duplicate sales last. */
export function byDecisiveness(attempt: string): RawBuilder<number> {
  const state = sql.ref(`${attempt}.state`)
  return sql<number>`case when ${state} in ('captured', 'held') then 2 when ${isOriginalSale(attempt)} then 1 else 0 end`
}

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
