import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Attempt } from '../attempt/attempts.ts'
import { isOriginalSale } from './ours.ts'

/**
 * How much an attempt tells of its payment: most where it took the money or holds it, which an earlier one may, with a later
 * one that was refused; least where we did not ask for it.
 */
export function byDecisiveness(attempt: string): RawBuilder<number> {
  const state = sql.ref(`${attempt}.state`)
  return sql<number>`case when ${state} in ('captured', 'held') then 2 when ${isOriginalSale(attempt)} then 1 else 0 end`
}

/** The attempt that a payment stands by: the one that has its money, else the last. */
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
