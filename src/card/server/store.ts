import { type Selectable, sql } from 'kysely'
import type { Db, SavedCardTable } from '#db/schema.ts'
import type { Sealed } from '#kit/server/seal.ts'
import type { CardType } from '../cardKinds.ts'

export type StoredCard = Selectable<SavedCardTable>

export const selectCards = (db: Db) => db.selectFrom('saved_card').selectAll()

export async function findCard(db: Db, userId: number, token: string): Promise<StoredCard | undefined> {
  return selectCards(db).where('token', '=', token).where('user_id', '=', userId).executeTakeFirst()
}

export async function lockSameCard(
  db: Db,
  card: { userId: number; brand: string; lastDigits: string; paymentType: CardType },
): Promise<StoredCard | undefined> {
  return selectCards(db)
    .where('user_id', '=', card.userId)
    .where('brand', '=', card.brand)
    .where('last_digits', '=', card.lastDigits)
    .where('payment_type', '=', card.paymentType)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type NewCard = {
  token: string
  userId: number
  paymentType: CardType
  brand: string
  lastDigits: string
  acquirer: string
  sealed: Sealed
  now: Date
}

/** False when the person has such a card. */
export async function insertCard(db: Db, card: NewCard): Promise<boolean> {
  const result = await db
    .insertInto('saved_card')
    .values({
      token: card.token,
      user_id: card.userId,
      payment_type: card.paymentType,
      brand: card.brand,
      last_digits: card.lastDigits,
      acquirer: card.acquirer,
      sealed_token: card.sealed.text,
      key_id: card.sealed.keyId,
      created_at: card.now,
      updated_at: card.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'brand', 'last_digits', 'payment_type']).doNothing(),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function replaceToken(
  db: Db,
  id: number,
  { acquirer, sealed, now }: { acquirer: string; sealed: Sealed; now: Date },
): Promise<void> {
  await db
    .updateTable('saved_card')
    .set({ acquirer, sealed_token: sealed.text, key_id: sealed.keyId, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteCard(db: Db, userId: number, token: string): Promise<StoredCard | undefined> {
  return db
    .deleteFrom('saved_card')
    .where('token', '=', token)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteUnusableCard(db: Db, token: string): Promise<StoredCard | undefined> {
  return db.deleteFrom('saved_card').where('token', '=', token).returningAll().executeTakeFirst()
}

export async function deleteCards(db: Db, userId: number): Promise<StoredCard[]> {
  return db.deleteFrom('saved_card').where('user_id', '=', userId).returningAll().execute()
}

export const sealedCardTable = {
  table: 'saved_card',
  id: 'id',
  text: 'sealed_token',
  owner: sql<string>`token`,
  stamp: 'updated_at',
} as const
