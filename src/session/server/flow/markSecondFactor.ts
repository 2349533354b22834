import type { Db } from '#db/schema.ts'

/** Records the second factor of this login. */
export async function markSecondFactor(db: Db, hash: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ second_factor_at: now }).where('id_hash', '=', hash).execute()
}
