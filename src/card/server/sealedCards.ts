import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Sealed } from '#kit/server/seal.ts'
import type { KeyCount } from '#kit/server/reseal.ts'
import type { StoredCard } from './store.ts'

export async function resealCard(db: Db, id: number, sealed: Sealed, now: Date): Promise<void> {
  await db
    .updateTable('saved_card')
    .set({ sealed_token: sealed.text, key_id: sealed.keyId, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function countSealedByOthers(db: Db, keyId: string): Promise<KeyCount[]> {
  return db
    .selectFrom('saved_card')
    .select((eb) => ['key_id', eb.fn.countAll<number>().as('count')])
    .where('key_id', '<>', keyId)
    .groupBy('key_id')
    .orderBy('key_id')
    .execute()
}

/** Locked; rows locked elsewhere are skipped. */
export async function lockSealedBy(
  db: Db,
  keyIds: readonly string[],
  { after, limit }: { after: number; limit: number },
): Promise<StoredCard[]> {
  return db
    .selectFrom('saved_card')
    .selectAll()
    .where(sql<boolean>`key_id = any(${[...keyIds]}::text[])`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}
