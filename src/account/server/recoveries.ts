import type { Db } from '#db/schema.ts'
import { plus } from '#kit/clock.ts'
import { hashToken, randomToken } from '#kit/server/secrets.ts'

/** Makes a recovery token; those mailed before stay good, so that no stranger's asking voids them (docs/spec.md#r20). */
export async function newRecovery(
  db: Db,
  userId: number,
  now: Date,
  goodForMs: number,
): Promise<{ id: number; token: string }> {
  const token = `${randomToken()}${randomToken()}`
  const { id } = await db
    .insertInto('recovery_token')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: plus(now, goodForMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Whose password this token may set; null when it is unknown, used, void or expired. */
export async function recoveryOwner(db: Db, token: string, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('recovery_token')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Uses the token up; null when somebody was faster, or it is no longer good. */
export async function useRecovery(db: Db, token: string, now: Date): Promise<number | null> {
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

export async function endRecoveries(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('recovery_token')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
