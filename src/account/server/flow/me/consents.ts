import type { Db } from '#db/schema.ts'
import { type Consent, consentsOf, insertConsent, revoke } from '../../consents.ts'

/** What a person agreed to, newest first. */
export async function listConsents(db: Db, userId: number): Promise<Consent[]> {
  return consentsOf(db, userId)
}

/** Records a consent under the terms of today; one that stands already is enough. In the caller's transaction. */
export async function giveConsent(db: Db, userId: number, kind: Consent['kind'], now: Date): Promise<void> {
  await insertConsent(db, userId, kind, now)
}

/** Revokes what stands of a kind of consent. In the caller's transaction. */
export async function endConsent(db: Db, userId: number, kind: Consent['kind'], now: Date): Promise<void> {
  await revoke(db, userId, kind, now)
}
