import type { Db } from '#db/schema.ts'

/** Writes the session's row if it has none yet; a guest who only reads costs no row. */
export async function keepSession(db: Db, hash: string, now: Date, expiresAt: Date): Promise<void> {
  await db
    .insertInto('session')
    .values({ id_hash: hash, created_at: now, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .execute()
}

export async function setHumanUntil(db: Db, hash: string, until: Date): Promise<void> {
  await db.updateTable('session').set({ human_until_at: until }).where('id_hash', '=', hash).execute()
}

export async function readData(db: Db, hash: string): Promise<unknown> {
  const row = await db.selectFrom('session').select('data').where('id_hash', '=', hash).executeTakeFirst()
  return row?.data ?? {}
}

export async function writeData(db: Db, hash: string, data: object): Promise<void> {
  await db
    .updateTable('session')
    .set({ data: JSON.stringify(data) })
    .where('id_hash', '=', hash)
    .execute()
}

/** Marks a solved challenge as used; false when it was used before. */
export async function useChallenge(db: Db, hash: string, expiresAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('used_challenge')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
