import { openSavedCard } from '#card/server/flow/openSavedCard.ts'
import { selectCards } from '#card/server/store.ts'
import type { Db } from '#db/schema.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'

/** Opens the card that was saved last; null when there is none. */
export async function openNewestCard(db: Db, keys: CardKeys, userId: number) {
  const card = await selectCards(db)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return card ? openSavedCard(db, keys, userId, card.token) : null
}
