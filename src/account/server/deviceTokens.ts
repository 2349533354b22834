import type { Db } from '#db/schema.ts'
import { endSessionsOfUser } from '#session/server/store.ts'
import type { Session } from '#session/session.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'

/** A phone signs in with this token of 256 random bits. Only its hash is stored. */
export type DeviceToken = { readonly id: number; readonly token: string }

const createToken = () => `${randomToken()}${randomToken()}`

export async function createDeviceToken(db: Db, userId: number, now: Date): Promise<DeviceToken> {
  const token = createToken()
  const { id } = await db
    .insertInto('device_token')
    .values({ user_id: userId, token_hash: hashToken(token), created_at: now, used_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

export async function lockDeviceToken(
  db: Db,
  token: string,
): Promise<{ id: number; userId: number } | undefined> {
  return db
    .selectFrom('device_token')
    .select(['id', 'user_id as userId'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Finds the device that used this token before: the token was copied. */
export async function findDeviceBySpentToken(db: Db, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('device_token_spent')
    .select('device_token_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row?.device_token_id ?? null
}

export async function rotateDeviceToken(db: Db, id: number, spent: string, now: Date): Promise<DeviceToken> {
  const token = createToken()
  await db
    .insertInto('device_token_spent')
    .values({ token_hash: hashToken(spent), device_token_id: id, spent_at: now })
    .execute()
  await db
    .updateTable('device_token')
    .set({ token_hash: hashToken(token), used_at: now })
    .where('id', '=', id)
    .execute()
  return { id, token }
}

export async function revokeDeviceTokens(
  db: Db,
  which: { id: number } | { user_id: number },
  now: Date,
): Promise<void> {
  await db
    .updateTable('device_token')
    .set({ revoked_at: now })
    .where((eb) => eb.and(which))
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends the person's sessions but `kept`, and the logins of phones. */
export async function endLogins(db: Db, userId: number, kept: Session | null, now: Date): Promise<void> {
  await endSessionsOfUser(db, userId, kept, now)
  await revokeDeviceTokens(db, { user_id: userId }, now)
}

export async function listDeviceTokens(db: Db, userId: number) {
  return db
    .selectFrom('device_token')
    .select(['id', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}
