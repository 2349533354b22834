import type { Db } from '#db/schema.ts'

/** Drops what nobody can use any more. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_challenge').where('expires_at', '<', now).execute()
  await db.deleteFrom('session').where('expires_at', '<', now).execute()
}
