import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, SessionTable } from '#db/schema.ts'
import { hourMs, addMs } from '#kit/clock.ts'
import { loginHours } from '../session.ts'
import { deleteGuestData } from './guestData.ts'

export async function upsertSession(db: Db, hash: string, now: Date, expiresAt: Date): Promise<void> {
  await db
    .insertInto('session')
    .values({ id_hash: hash, created_at: now, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('id_hash')
        .doUpdateSet({ expires_at: expiresAt })
        .where(sql<boolean>`${isGuests} and ${hasExpired}`),
    )
    .execute()
}

type ProofExpiry = { human_until_at: Date; hard_proof_until_at?: Date }

export async function recordProof(db: Db, hash: string, until: ProofExpiry): Promise<void> {
  await db.updateTable('session').set(until).where('id_hash', '=', hash).execute()
}

export async function consumeGradeTwoProof(db: Db, hash: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('session')
    .set({ hard_proof_until_at: null })
    .where('id_hash', '=', hash)
    .where('hard_proof_until_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** False when already used. */
export async function consumeChallenge(db: Db, hash: string, expiresAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('used_challenge')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

const hasExpired = sql<boolean>`session.expires_at <= excluded.created_at`
const isGuests = sql<boolean>`session.user_id is null and session.ended_at is null`

export async function insertSession(db: Db, row: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(row).execute()
}

/** A login's row stays for a notice; a guest's is deleted. */
export async function endSession(db: Db, hash: string, now: Date): Promise<void> {
  await deleteGuestData(db, sql`${hash}`)
  await db.deleteFrom('session').where('id_hash', '=', hash).where('user_id', 'is', null).execute()
  await markEnded(db, sql`id_hash = ${hash}`, now)
}

/** Ends all logins of the user but `except`. */
export async function endSessionsOfUser(db: Db, userId: number, except: { hash: string } | null, now: Date) {
  await endSessionsWhere(db, sql`user_id = ${userId} and id_hash <> ${except?.hash ?? ''}`, now)
}

export async function endSessionsOfDevice(db: Db, deviceId: number, now: Date): Promise<void> {
  await endSessionsWhere(db, sql`device_token_id = ${deviceId}`, now)
}

async function endSessionsWhere(db: Db, logins: RawBuilder<unknown>, now: Date): Promise<void> {
  await deleteGuestData(db, sql`select id_hash from session where ${logins}`)
  await markEnded(db, logins, now)
}

async function markEnded(db: Db, which: RawBuilder<unknown>, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now, human_until_at: null })
    .where(sql<boolean>`${which}`)
    .where('ended_at', 'is', null)
    .execute()
}

/** Null for a login by password. */
export async function findDeviceOfSession(db: Db, hash: string): Promise<number | null> {
  const row = await db
    .selectFrom('session')
    .select('device_token_id')
    .where('id_hash', '=', hash)
    .executeTakeFirst()
  return row?.device_token_id ?? null
}

/** Extends a login's session of which more than half has passed. */
export async function extendSession(db: Db, hash: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ expires_at: addMs(now, loginHours * hourMs) })
    .where('id_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '<', addMs(now, (loginHours / 2) * hourMs))
    .execute()
}

export async function markSecondFactor(db: Db, hash: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ second_factor_at: now }).where('id_hash', '=', hash).execute()
}

/** Browsers in which the person is signed in, newest first. */
export async function listLogins(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('session')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
}
