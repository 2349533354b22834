import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { oldSeals, resealSome, type Resealed } from '#kit/server/reseal.ts'
import { countSealedByOthers, lockSealedBy, resealCard } from '../store.ts'

const batch = 100

/** With the newest key; at 0 old keys may be removed. Undecryptable cards are counted. */
export async function resealCards(deps: { db: Db; clock: Clock; cardKeys: CardKeys }): Promise<Resealed> {
  const { cardKeys, clock } = deps
  return transaction(deps.db, (tx) =>
    resealSome(
      cardKeys,
      {
        counts: (newestId) => countSealedByOthers(tx, newestId),
        next: async (keyIds, of) =>
          (await lockSealedBy(tx, keyIds, of)).map(({ id, token, sealed_token: text, key_id: keyId }) => ({
            id,
            owner: token,
            sealed: { text, keyId },
          })),
        write: (id, sealed) => resealCard(tx, id, sealed, clock.now()),
      },
      batch,
    ),
  )
}

/** Cards under older keys, and cards whose key is lost. */
export async function countOldSeals(deps: {
  db: Db
  cardKeys: CardKeys
}): Promise<{ old: number; lost: number }> {
  return oldSeals(deps.cardKeys, await countSealedByOthers(deps.db, deps.cardKeys[0].id))
}
