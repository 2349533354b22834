import type { Db } from '#db/schema.ts'

/** This login gave its second factor at `now`; a new login gives it again. */
export async function markSecondFactor(db: Db, hash: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ second_factor_at: now }).where('id_hash', '=', hash).execute()
}
