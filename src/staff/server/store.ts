import { type Selectable, sql } from 'kysely'
import type { Db, SecondFactorTable } from '#db/schema.ts'
import type { Sealed } from '#kit/server/seal.ts'
import type { KeyCount } from '#kit/server/reseal.ts'

export type SecondFactor = Selectable<SecondFactorTable>

export async function secondFactorOf(db: Db, userId: number): Promise<SecondFactor | undefined> {
  return db.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** False if one is confirmed. */
export async function saveUnconfirmedSecret(
  db: Db,
  userId: number,
  sealed: Sealed,
  now: Date,
): Promise<boolean> {
  const secret = { sealed_secret: sealed.text, key_id: sealed.keyId, created_at: now }
  const result = await db
    .insertInto('second_factor')
    .values({ user_id: userId, ...secret })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(secret).where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** False if this or a later step was used. */
export async function consumeStep(db: Db, userId: number, step: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('second_factor')
    .set((eb) => ({ last_step: step, confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now)) }))
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function dropSecondFactor(db: Db, userId: number): Promise<boolean> {
  const result = await db.deleteFrom('second_factor').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Skips rows locked by other instances. */
export async function lockSealedBy(
  db: Db,
  keyIds: readonly string[],
  { after, limit }: { after: number; limit: number },
): Promise<SecondFactor[]> {
  return db
    .selectFrom('second_factor')
    .selectAll()
    .where(sql<boolean>`key_id = any(${[...keyIds]}::text[])`)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

export async function countSealedByOthers(db: Db, keyId: string): Promise<KeyCount[]> {
  return db
    .selectFrom('second_factor')
    .select((eb) => ['key_id', eb.fn.countAll<number>().as('count')])
    .where('key_id', '<>', keyId)
    .groupBy('key_id')
    .orderBy('key_id')
    .execute()
}

export async function reseal(db: Db, userId: number, sealed: Sealed): Promise<void> {
  await db
    .updateTable('second_factor')
    .set({ sealed_secret: sealed.text, key_id: sealed.keyId })
    .where('user_id', '=', userId)
    .execute()
}
