import type { Db } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'

/** Earlier tokens stay valid (docs/spec.md#r20). */
export async function createRecoveryToken(db: Db, userId: number, now: Date, goodForMs: number) {
  const token = `${randomToken()}${randomToken()}`
  const { id } = await db
    .insertInto('recovery_token')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: addMs(now, goodForMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

export async function findRecoveryTokenOwner(db: Db, token: string, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('recovery_token')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function consumeRecoveryToken(db: Db, token: string, now: Date): Promise<number | null> {
  const row = await db
    .updateTable('recovery_token')
    .set({ ended_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function revokeRecoveryTokens(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('recovery_token')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
