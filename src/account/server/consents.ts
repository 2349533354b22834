import { type Selectable, sql } from 'kysely'
import type { ConsentTable, Db } from '#db/schema.ts'
import { termsVersion } from '../terms.ts'

export type Consent = Selectable<ConsentTable>

/** Records what somebody agreed to, under the terms of today; once while it stands. */
export async function insertConsent(db: Db, userId: number, kind: Consent['kind'], now: Date): Promise<void> {
  const standing = await db
    .selectFrom('consent')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('terms_version', '=', termsVersion)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (standing) return
  await db
    .insertInto('consent')
    .values({ user_id: userId, kind, terms_version: termsVersion, at: now })
    .execute()
}

/** What was agreed to by paying these, as the release before kept it: a row of its own. */
export async function consentsOfPayments(db: Db, paymentIds: readonly number[]): Promise<Consent[]> {
  return db
    .selectFrom('consent')
    .selectAll()
    .where(sql<boolean>`payment_id = any(${[...paymentIds]}::bigint[])`)
    .execute()
}

/** Drops what was agreed to with these payments: the data that it was about is gone. */
export async function dropConsentsOf(db: Db, paymentIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('consent')
    .where(sql<boolean>`payment_id = any(${[...paymentIds]}::bigint[])`)
    .execute()
}

/** What a person agreed to, newest first. */
export async function consentsOf(db: Db, userId: number): Promise<Consent[]> {
  return db.selectFrom('consent').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

/** Revokes what stands of a kind of consent. */
export async function revokeConsents(
  db: Db,
  userId: number,
  kind: Consent['kind'],
  now: Date,
): Promise<void> {
  await db
    .updateTable('consent')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .execute()
}
