import { type Selectable } from 'kysely'
import type { Db, SecondFactorTable } from '#db/schema.ts'
import type { Sealed } from '#kit/server/seal.ts'

export type SecondFactor = Selectable<SecondFactorTable>

export async function findSecondFactor(db: Db, userId: number): Promise<SecondFactor | undefined> {
  return db.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** False if the person has a confirmed secret. */
export async function saveUnconfirmedSecret(db: Db, userId: number, sealed: Sealed, now: Date) {
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
export async function consumeTotpStep(db: Db, userId: number, step: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('second_factor')
    .set((eb) => ({ last_step: step, confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now)) }))
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Deletes the recovery codes with it. */
export async function deleteSecondFactor(db: Db, userId: number): Promise<boolean> {
  await deleteRecoveryCodes(db, userId)
  const result = await db.deleteFrom('second_factor').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}
