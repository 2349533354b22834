import type { Db } from '#db/schema.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'

/** A phone's token of 256 random bits; only its hash is stored. */
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

/** A second use means that the token was copied. */
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

export function revokeDeviceToken(db: Db, id: number, now: Date): Promise<void> {
  return revokeWhere(db, 'id', id, now)
}

export function revokeDeviceTokensOf(db: Db, userId: number, now: Date): Promise<void> {
  return revokeWhere(db, 'user_id', userId, now)
}

async function revokeWhere(db: Db, column: 'id' | 'user_id', value: number, now: Date): Promise<void> {
  await db
    .updateTable('device_token')
    .set({ revoked_at: now })
    .where(column, '=', value)
    .where('revoked_at', 'is', null)
    .execute()
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
