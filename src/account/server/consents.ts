import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { type Selectable } from 'kysely'
import type { ConsentTable, Db } from '#db/schema.ts'
import { termsVersion } from '../terms.ts'

export type Consent = Selectable<ConsentTable>
type NewConsent = { userId: number; kind: Consent['kind']; termsHash: string | null; now: Date }

/** Changes nothing when the same consent is in force (docs/spec.md#r33). */
export async function insertConsent(db: Db, { userId, kind, termsHash, now }: NewConsent): Promise<void> {
  const current = await db
    .selectFrom('consent')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('terms_version', '=', termsVersion)
    .where('terms_hash', 'is not distinct from', termsHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (current) return
  await db
    .insertInto('consent')
    .values({ user_id: userId, kind, terms_version: termsVersion, terms_hash: termsHash, at: now })
    .execute()
}

export async function revokeConsents(db: Db, userId: number, kind: Consent['kind'], now: Date) {
  await db
    .updateTable('consent')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Consents of payments that the release before stored. */
export async function findPaymentConsents(db: Db, paymentIds: readonly number[]): Promise<Consent[]> {
  return db.selectFrom('consent').selectAll().where('payment_id', '=', anyOf(paymentIds)).execute()
}

export async function deletePaymentConsents(db: Db, paymentIds: readonly number[]): Promise<void> {
  await db.deleteFrom('consent').where('payment_id', '=', anyOf(paymentIds)).execute()
}

export async function listUserConsents(db: Db, userId: number): Promise<Consent[]> {
  return db.selectFrom('consent').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}
