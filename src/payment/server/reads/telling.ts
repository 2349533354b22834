import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Attempt } from '../store.ts'

/** Of an attempt: it took the money of its payment, or holds it. An earlier one may have, with a later one that was refused. */
export function hasMoney(attempt: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${attempt}.state`)} in ('captured', 'held')`
}

/** The attempt that a payment stands by: the one that has its money, else the last. */
export async function tellingAttempt(db: Db, paymentId: number): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy(hasMoney('attempt'), 'desc')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
}
