import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Consent } from './consents.ts'

/** The release before stored the consents of payments as separate rows. */
export async function consentsOfPayments(db: Db, paymentIds: readonly number[]): Promise<Consent[]> {
  return db
    .selectFrom('consent')
    .selectAll()
    .where(sql<boolean>`payment_id = any(${[...paymentIds]}::bigint[])`)
    .execute()
}

export async function dropConsentsOf(db: Db, paymentIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('consent')
    .where(sql<boolean>`payment_id = any(${[...paymentIds]}::bigint[])`)
    .execute()
}

export async function consentsOf(db: Db, userId: number): Promise<Consent[]> {
  return db.selectFrom('consent').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}
