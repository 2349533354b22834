import { type Selectable } from 'kysely'
import type { ConsentTable, Db } from '#db/schema.ts'

/** Day of the terms' last revision (docs/spec.md#terms); each new text is a new version. */
export const termsVersion = '2026-11-22'

export type Consent = Selectable<ConsentTable>
type NewConsent = { userId: number; kind: Consent['kind']; termsHash: string; now: Date }

/** Changes nothing when the same consent is in force (docs/spec.md#r33). */
export async function insertConsent(db: Db, { userId, kind, termsHash, now }: NewConsent): Promise<void> {
  const current = await db
    .selectFrom('consent')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('terms_version', '=', termsVersion)
    .where('terms_hash', '=', termsHash)
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

export async function listUserConsents(db: Db, userId: number): Promise<Consent[]> {
  return db.selectFrom('consent').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()
}
