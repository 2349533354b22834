import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

/** Payment ids by reservation ids. */
export async function paymentsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('reservation')
    .select(['id', 'payment_id'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, payment_id: paymentId }) => [id, paymentId]))
}
