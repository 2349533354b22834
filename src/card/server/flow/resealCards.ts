import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { open, seal } from '#kit/server/seal.ts'
import { countSealedByOthers, lockSealedByOthers, resealCard } from '../store.ts'

const batch = 100

/**
 * Seals anew, with the newest key, what older keys sealed: some at each sweep. Answers how many it did; once
 * it answers 0 everywhere, the old key may go. Throws when a card's key is missing.
 */
export async function resealCards(deps: { db: Db; clock: Clock; cardKeys: CardKeys }): Promise<number> {
  const { cardKeys } = deps
  return transaction(deps.db, async (db) => {
    const cards = await lockSealedByOthers(db, cardKeys[0].id, batch)
    for (const card of cards) {
      const text = open(cardKeys, card.token, { text: card.sealed_token, keyId: card.key_id })
      await resealCard(db, card.id, seal(cardKeys, card.token, text), deps.clock.now())
    }
    return cards.length
  })
}

/** How many cards still wait to be sealed with the newest key; at 0 the older keys may go. */
export async function countOldSeals(deps: { db: Db; cardKeys: CardKeys }): Promise<number> {
  return countSealedByOthers(deps.db, deps.cardKeys[0].id)
}
